import { expect, test } from 'vitest'
import type { AuthorProfile } from './author-profile.ts'
import { candidatePairs } from './candidate-pairs.ts'
import { describeEvidence } from './describe-evidence.ts'
import { countLeaks } from '../testing/planted/leaked.ts'
import { RESERVED } from '../testing/planted/leaks.ts'
import { measureProposals } from '../testing/planted/measure-proposals.ts'
import { plantWorld } from '../testing/planted/planted-world.ts'
import { countCorpus } from './profile-corpus.ts'
import { readFeatures } from './profile-features.ts'
import { proposeIdentities, weigh } from './propose-identities.ts'

function author(fields: Partial<AuthorProfile> & Pick<AuthorProfile, 'platform'>): AuthorProfile {
  return {
    id: `${fields.platform}:${fields.handle ?? fields.displayName ?? ''}`,
    host: fields.platform === 'mastodon' ? 'mastodon.example' : null,
    handle: null,
    number: null,
    displayName: null,
    bio: null,
    links: [],
    verifiedLinks: [],
    location: null,
    company: null,
    avatarHash: null,
    emailHash: null,
    ...fields,
  }
}

const isProposed = (...profiles: AuthorProfile[]) => proposeIdentities(profiles).length > 0

test('proposals among two thousand planted authors find those who are one person, and hardly anybody else', () => {
  for (const seed of [1, 2, 201, 202, 203, 204]) {
    const { precision, recall, precisionOfPeople } = measureProposals(plantWorld(seed))
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(recall).toBeGreaterThanOrEqual(0.85)
    expect(precisionOfPeople).toBeGreaterThanOrEqual(0.98)
  }
})

test('people who give less away get fewer proposals, which are still right', () => {
  const { precision, recall } = measureProposals(plantWorld(1, { leaks: RESERVED }))
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThan(0.2)
})

test('the planted world holds as many lookalikes as it states', () => {
  const { personOf } = plantWorld(1)
  const people = new Set(personOf.values())
  const howMany = (kind: string) => [...people].filter((key) => key.startsWith(`${kind}-`)).length
  expect(['namesake', 'stranger', 'parody', 'team', 'admirer', 'household'].map(howMany)).toEqual([
    72, 36, 36, 72, 36, 72,
  ])
  expect(['bare', 'impersonator'].map(howMany)).toEqual([36, 6])
  // If people brought more accounts than there was room for, the last ones are left out.
  expect(howMany('firm')).toBeGreaterThanOrEqual(70)
})

test('the planted authors give away as much as the world states', () => {
  const usual = countLeaks(plantWorld(1))
  expect(usual.nothing).toBeCloseTo(0.1, 1)
  expect(usual.handle).toBeCloseTo(0.51, 1)
  expect(usual.crossLink).toBeCloseTo(0.51, 1)
  expect(countLeaks(plantWorld(1, { leaks: RESERVED })).nothing).toBeCloseTo(0.57, 1)
})

test('a probability is the share of pairs that are one person', () => {
  const told: { probability: number; isOne: boolean }[] = []
  for (const seed of [1, 2, 3]) {
    const world = plantWorld(seed)
    const all = world.profiles.map(readFeatures)
    const corpus = countCorpus(all)
    for (const [first, second] of candidatePairs(all)) {
      const isOne = world.personOf.get(first.profile.id) === world.personOf.get(second.profile.id)
      told.push({ probability: weigh(first, second, corpus).probability, isOne })
    }
  }
  for (const [from, to] of [
    [0, 0.1],
    [0.1, 0.3],
    [0.3, 0.7],
    [0.7, 0.95],
    [0.95, 1.01],
  ] as const) {
    const some = told.filter(({ probability }) => probability >= from && probability < to)
    const mean = some.reduce((sum, { probability }) => sum + probability, 0) / some.length
    expect(some.length).toBeGreaterThan(100)
    expect(some.filter(({ isOne }) => isOne).length / some.length).toBeGreaterThan(mean - 0.15)
    expect(some.filter(({ isOne }) => isOne).length / some.length).toBeLessThan(mean + 0.15)
  }
})

test('the work grows with the authors, not with their square', () => {
  const candidates = (authors: number) => candidatePairs(plantWorld(5, { authors }).profiles.map(readFeatures)).length
  expect(candidates(8_000) / candidates(2_000)).toBeLessThan(12)
})

test('a link to the other account needs hardly anything else, and a link that names somebody else does not count', () => {
  const github = author({ platform: 'github', handle: 'ottoline', displayName: 'Ottoline Berg', location: 'Ghent' })
  const links = (bio: string) => author({ platform: 'bluesky', handle: 'berg.bsky.social', bio, location: 'Ghent' })
  expect(isProposed(github, links('Gardens and code. github.com/ottoline'))).toBe(true)
  expect(isProposed(github, { ...links('Gardens and code. github.com/ottoline'), location: null })).toBe(false)
  expect(isProposed(github, links('Contributor to github.com/ottoline'))).toBe(false)
  expect(isProposed(github, links('I use github.com/ottoline/berry'))).toBe(false)
})

test('a Stack Exchange account, which has no handle, is found by the address that names its number', () => {
  const numbered = author({ platform: 'stack_exchange', displayName: 'Ottoline Berg', number: 'stackoverflow.com/12' })
  const links = (link: string) =>
    author({ platform: 'github', handle: 'zqwortle', displayName: 'Ottoline Berg', links: [link] })
  expect(isProposed(numbered, links('https://stackoverflow.com/users/12/ottoline'))).toBe(true)
  expect(isProposed(numbered, links('https://stackoverflow.com/users/13/ottoline'))).toBe(false)
  expect(isProposed(numbered, links('https://superuser.com/users/12'))).toBe(false)
})

test('a domain that is a handle on Bluesky is the site of the same domain, and proven', () => {
  const bluesky = author({ platform: 'bluesky', handle: 'ottoline-berg.example' })
  const site = (link: string) => author({ platform: 'github', handle: 'ob', links: [link] })
  expect(isProposed(bluesky, author({ platform: 'github', handle: 'zqwortle', links: [] }))).toBe(false)
  expect(
    isProposed(
      { ...bluesky, location: 'Ghent' },
      { ...site('https://www.ottoline-berg.example/about'), location: 'Ghent' },
    ),
  ).toBe(true)
})

/** Only the second account connects the first and the third. */
function threeOfOne() {
  return [
    author({ platform: 'github', handle: 'zqwortle', links: ['https://ottoline.example'] }),
    author({ platform: 'bluesky', handle: 'zqwortle', links: ['https://mastodon.example/@gardens'] }),
    author({
      platform: 'mastodon',
      handle: 'gardens',
      displayName: 'Ottoline',
      bio: 'bsky.app/profile/zqwortle.bsky.social',
    }),
  ] as const
}

test('two accounts with nothing in common are proposed if a third is likely one with both, and the third is named', () => {
  const [github, bluesky, mastodon] = threeOfOne()
  expect(isProposed(github, mastodon)).toBe(false)
  const proposals = proposeIdentities([github, bluesky, mastodon])
  const between = proposals.find(({ first, second }) => ![first, second].includes(bluesky.id))
  expect(proposals).toHaveLength(3)
  expect(between?.evidence.filter(({ bits }) => bits > 0)).toMatchObject([
    { kind: 'through_third', about: 'zqwortle', from: 'bluesky' },
  ])
  const surest = Math.min(...proposals.filter((each) => each !== between).map(({ probability }) => probability))
  expect(between?.probability).toBeLessThanOrEqual(surest)
})

test('two people that a team keeps apart are not joined over a third, and one person is asked about once', () => {
  const all = threeOfOne()
  const [github, bluesky, mastodon] = all
  const pairs = (decided: Parameters<typeof proposeIdentities>[1]) =>
    proposeIdentities(all, decided).map(({ first, second }) => [first, second].toSorted())
  expect(pairs({ personOf: new Map(), apart: [[bluesky.id, github.id]] })).toEqual([
    [bluesky.id, mastodon.id].toSorted(),
  ])
  expect(pairs({ personOf: new Map(), apart: [[github.id, mastodon.id]] })).toHaveLength(1)
  const known = new Map([bluesky, mastodon].map(({ id }) => [id, 'one']))
  expect(pairs({ personOf: known, apart: [] })).toEqual([[bluesky.id, github.id].toSorted()])
})

test('two accounts together speak for and against a third', () => {
  const bio = 'Restores harpsichords and writes Erlang'
  const [one, other] = [
    author({ platform: 'github', handle: 'zqwortle', displayName: 'Ottoline Berg', bio }),
    author({ platform: 'bluesky', handle: 'zqwortle', displayName: 'Ottoline Berg' }),
  ]
  const third = author({ platform: 'hacker_news', handle: 'zqwortle99', bio })
  expect(isProposed(one, { ...third, bio: null })).toBe(false)
  expect(proposeIdentities([one, other, third])).toHaveLength(3)
  expect(proposeIdentities([one, other, { ...third, displayName: 'Udo Lenz' }])).toHaveLength(1)
})

test('a name alone is never enough, however rare', () => {
  const named = (platform: string, handle: string, name: string) => author({ platform, handle, displayName: name })
  expect(isProposed(named('github', 'jsmith1', 'James Smith'), named('bluesky', 'smithy', 'James Smith'))).toBe(false)
  expect(isProposed(named('github', 'bread', 'Thaddeus Quorn'), named('bluesky', 'tq77', 'Thaddeus Quorn'))).toBe(false)
})

test('a rare handle with a second trace is enough, a frequent one is not, and another name speaks against it', () => {
  const of = (platform: string, handle: string, rest: Partial<AuthorProfile> = {}) =>
    author({ platform, handle, ...rest })
  const bio = 'Restores harpsichords and writes Erlang'
  expect(isProposed(of('github', 'zqwortle', { bio }), of('hacker_news', 'zqwortle', { bio }))).toBe(true)
  expect(isProposed(of('github', 'mike'), of('hacker_news', 'mike'))).toBe(false)
  expect(
    isProposed(
      of('github', 'zqwortle', { displayName: 'Ada Moor' }),
      of('bluesky', 'zqwortle', { displayName: 'Udo Lenz' }),
    ),
  ).toBe(false)
})

test('a parody is never proposed, nor a team for one of its people', () => {
  const real = author({ platform: 'github', handle: 'ottoline', displayName: 'Ottoline Berg', avatarHash: 'a' })
  const parody = { platform: 'bluesky', handle: 'ottoline', displayName: 'Ottoline Berg', avatarHash: 'a' }
  expect(isProposed(real, author(parody))).toBe(true)
  expect(isProposed(real, author({ ...parody, bio: 'Parody account' }))).toBe(false)
  expect(isProposed(real, author({ ...parody, bio: 'The official account of Berg' }))).toBe(false)
})

test('two accounts on one platform that would both fit are not proposed', () => {
  const site = ['https://ottoline-berg.example']
  const github = author({ platform: 'github', handle: 'ob', links: site, location: 'Ghent' })
  const one = author({ platform: 'mastodon', handle: 'berg_one', bio: 'github.com/ob', location: 'Ghent' })
  const two = author({ platform: 'mastodon', handle: 'berg_two', bio: 'github.com/ob', location: 'Ghent' })
  expect(isProposed(github, one)).toBe(true)
  expect(isProposed(github, one, two)).toBe(false)
})

test('each piece of evidence is described in a sentence', () => {
  const named = (platform: string, handle: string) => author({ platform, handle, bio: 'See github.com/ottoline' })
  const [proposal] = proposeIdentities([
    author({ platform: 'github', handle: 'ottoline' }),
    named('bluesky', 'ottoline'),
  ])
  const nameOf = (platform: string) => platform.toUpperCase()
  expect(proposal?.evidence.map((part) => describeEvidence(part, nameOf))).toEqual([
    'The profile on BLUESKY links to the other as its own (ottoline).',
    'Both are called ottoline there.',
  ])
})
