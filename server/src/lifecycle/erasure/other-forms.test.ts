import { erasePerson } from '@leadlight/contract/identity'
import type { Author } from '@leadlight/domain/authors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foundOf, keepLead, keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { mintLeadSite, recordFound } from '@leadlight/testing/lead-builder'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { suppressAuthor } from '../operator/suppress-author.ts'
import { registerErasureJobs } from './erase-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ prepare: (parts) => registerErasureJobs(parts.matching) })
})
afterAll(() => app.close())

const by = (name: string, externalId: string, url: string | null = null): Author => ({ name, externalId, url })
const bluesky = (handle: string) => by('Ada', 'did:plc:ada', `https://bsky.app/profile/${handle}`)
const github = (login: string, externalId: string) => by(login, externalId, `https://github.com/${login}`)
const stack = (site: string, name: string) => by(name, '22', `https://${site}/users/22/${name.toLowerCase()}`)

/** A platform, how an account was met first, how it is met later, and somebody else who looks like it. */
const FORMS: [platform: string, what: string, authors: { first: Author; later: Author; other: Author }][] = [
  [
    'reddit',
    'an id, later a name',
    { first: by('Some_One', 't2_abc'), later: by('Some_One', 'Some_One'), other: by('Some_Two', 't2_abd') },
  ],
  [
    'reddit',
    'a name, later an id',
    { first: by('Any_One', 'Any_One'), later: by('any_one', 't2_xyz'), other: by('Any_Two', 'Any_Two') },
  ],
  [
    'github',
    'another login',
    { first: by('octocat', '#583'), later: by('hubot-fan', '#583'), other: by('583', '#584') },
  ],
  [
    'github',
    'a login, later a number',
    { first: by('Monalisa', 'Monalisa'), later: by('monalisa', '#77'), other: by('mona', '#78') },
  ],
  [
    'bluesky',
    'another handle',
    { first: bluesky('ada.bsky.social'), later: bluesky('ada.example'), other: by('Ada', 'did:plc:eve') },
  ],
  [
    'stack_exchange',
    'another name',
    {
      first: stack('superuser.com', 'Ada'),
      later: stack('superuser.com', 'Eve'),
      other: stack('askubuntu.com', 'Ada'),
    },
  ],
  [
    'stack_exchange',
    'no address, as accounts that are gone',
    { first: by('user31', 'user31'), later: by('user31', 'user31'), other: by('user32', 'user32') },
  ],
  [
    'mastodon',
    'another case',
    { first: by('Ada', 'Ada@m.example'), later: by('A.', 'ada@m.example'), other: by('Ada', 'ada@n.example') },
  ],
  [
    'discourse',
    'another case',
    { first: by('Ada', 'f.example/Ada'), later: by('A.', 'f.example/ada'), other: by('Ada', 'g.example/ada') },
  ],
  [
    'lemmy',
    'another name',
    {
      first: by('Ada', 'https://l.example/u/Ada'),
      later: by('A.', 'https://l.example/u/ada'),
      other: by('Ada', 'https://m.example/u/ada'),
    },
  ],
  [
    'x',
    'another name',
    {
      first: by('Ada', '12', 'https://x.com/ada'),
      later: by('A.', '12', 'https://x.com/eve'),
      other: by('Ada', '13', 'https://x.com/ada2'),
    },
  ],
  ['hacker_news', 'the same name', { first: by('pg', 'pg'), later: by('pg', 'pg'), other: by('PG', 'PG') }],
]

function postBy(platform: string, author: Author) {
  return {
    ...newPost(app, { externalId: app.dependencies.newId(), platform }),
    author: { ...author, externalId: author.externalId ?? '' },
  }
}

test.each(FORMS)(
  'on %s nobody comes back after their erasure under %s, and nobody else goes',
  async (platform, _, { first, later, other }) => {
    const site = await mintLeadSite(app)
    const ask = await openUnfenced(app.database)
    const { leadIds } = await keepLead(app, [site], postBy(platform, first))
    await keepLead(app, [site], postBy(platform, other))
    const [unclaimed = '', others = ''] = await keepPosts(app, site, [postBy(platform, later), postBy(platform, other)])
    const [person] = await ask<{ person_id: string }>(
      'select person_id from person_profile join lead on lead.profile_id = person_profile.id where lead.id = $1',
      leadIds,
    )
    await site.organization.call(erasePerson, { params: { projectId: site.projectId, id: person?.person_id ?? '' } })
    const left = async (ids: readonly string[]) =>
      (await ask('select from post where id = any($1) and gone_at is null', [ids])).length
    await until(async () => (await left([unclaimed])) === 0)
    expect(await left([others])).toBe(1)

    for (const [author, count] of [
      [later, 0],
      [first, 0],
      [other, 1],
    ] as const) {
      const post = postBy(platform, author)
      const [id = ''] = await keepPosts(app, site, [post])
      expect((await recordFound(app, site, [foundOf(post, id)])).recorded).toHaveLength(count)
    }
  },
)

test.each(FORMS)(
  'on %s the operator keeps an account out of all organizations also under %s',
  async (platform, _, { first, later, other }) => {
    const site = await mintLeadSite(app)
    await keepPosts(app, site, [postBy(platform, first)])
    const asked = { platform, called: first.url ?? first.externalId ?? '', isId: false, isSure: true }
    await suppressAuthor(operatorParts(app), asked)
    for (const [author, count] of [
      [later, 0],
      [other, 1],
    ] as const) {
      const post = postBy(platform, author)
      const [id = ''] = await keepPosts(app, site, [post])
      expect((await recordFound(app, site, [foundOf(post, id)])).recorded).toHaveLength(count)
    }
  },
)

test.each([
  ['Tortoise', 'tortoise', '#9001', 'Tortoise'],
  ['Badger', 'badger', '#9003', 'badger'],
  ['Heron', 'heron', '#9005', '#9005'],
])('the operator keeps out every form in which posts name the account %s, %s, %s if it is called %s', async (...of) => {
  const [name, inOtherCase, number, called] = of
  const ask = await openUnfenced(app.database)
  await ask('delete from suppressed_everywhere')
  const site = await mintLeadSite(app)
  const [former, other] = [`former-${inOtherCase}`, `later-${inOtherCase}`]
  const stored = [github(name, name), github(inOtherCase, number), github(former, number)]
  const postIds = await keepPosts(
    app,
    site,
    stored.map((author) => postBy('github', author)),
  )
  await suppressAuthor(operatorParts(app), { platform: 'github', called, isId: false, isSure: true })
  expect(await ask('select from post where id = any($1) and gone_at is null', [postIds])).toEqual([])
  for (const [author, count] of [
    [github(other, number), 0],
    [github(name.toUpperCase(), name.toUpperCase()), 0],
    [github(other, '#9002'), 1],
  ] as const) {
    const post = postBy('github', author)
    const [id = ''] = await keepPosts(app, site, [post])
    expect((await recordFound(app, site, [foundOf(post, id)])).recorded).toHaveLength(count)
  }
})
