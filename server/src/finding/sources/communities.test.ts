import { listDataChannels, listLeads } from '@leadlight/contract/leads'
import { previewSignal, runSearch } from '@leadlight/contract/signals'
import * as contract from '@leadlight/contract/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCorpus } from '@leadlight/testing/doubles/corpus'
import { startDevDouble, type DevDouble } from '@leadlight/testing/doubles/dev-double'
import { startDiscourseDouble, type DiscourseDouble } from '@leadlight/testing/doubles/discourse-double'
import { startGithubDouble, type GithubDouble } from '@leadlight/testing/doubles/github-double'
import { startLemmyDouble, type LemmyDouble } from '@leadlight/testing/doubles/lemmy-double'
import { startMastodonDouble, type MastodonDouble } from '@leadlight/testing/doubles/mastodon-double'
import { inOrganization } from '@leadlight/testing/lead-builder'
import {
  BOOKKEEPING,
  ended,
  NOW,
  startSearch,
  startSearchFixture,
  type SearchFixture,
} from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { insertCommunity } from './community-store.ts'
import { insertFeed } from './feed-store.ts'

let fixture: SearchFixture
let dev: DevDouble
let discourse: DiscourseDouble
let github: GithubDouble
let lemmy: LemmyDouble
let mastodon: MastodonDouble
beforeAll(async () => {
  const corpus = await loadCorpus({ now: new Date(NOW) })
  // Each double gets its own part, since a repeated post is dropped as a duplicate.
  const part = (rest: number) => corpus.filter((_, index) => index % 2 === rest)
  const tagged = corpus.slice(0, 3).map((post) => ({ ...post, labels: ['made'] }))
  const issue = { platform: 'github', channel: 'made-up/ledger', createdAt: new Date(0) }
  const issues = corpus.slice(0, 3).map((post) => ({ ...post, ...issue }))
  dev = await startDevDouble({ posts: tagged })
  discourse = await startDiscourseDouble({ posts: part(0) })
  github = await startGithubDouble({ posts: issues })
  lemmy = await startLemmyDouble({ posts: part(1) })
  mastodon = await startMastodonDouble({ posts: tagged })
  const environment = {
    DEV_API_URL: dev.apiUrl,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_TOKEN: 'made-up',
    OUTBOUND_ALLOW: [discourse, lemmy, mastodon].map(({ hostAndPort }) => hostAndPort).join(','),
  }
  // Only the communities a project adds have posts, so that every lead comes from them.
  fixture = await startSearchFixture(environment, undefined, [])
})
afterAll(async () => {
  await fixture.close()
  await Promise.all([dev, discourse, github, lemmy, mastodon].map((double) => double.close()))
})

async function open() {
  const org = await fixture.app.organization()
  const { id: projectId } = await org.project()
  return { org, projectId, params: { projectId }, path: `/api/v1/sources/${projectId}/communities` }
}

async function list(org: TestOrganization, projectId: string): Promise<contract.Source[]> {
  const all = await org.call(contract.listSources, { params: { projectId } })
  return all.filter(({ kind }) => kind === 'community')
}

describe('a community', () => {
  test.each([
    { platform: 'dev', typed: () => '#made', name: '#made', url: () => 'https://dev.to/t/made' },
    {
      platform: 'discourse',
      typed: () => `${discourse.forumUrl}/latest`,
      name: 'A made-up forum',
      url: () => discourse.forumUrl,
    },
    {
      platform: 'lemmy',
      typed: () => lemmy.instanceUrl,
      name: /^127\.0\.0\.1:\d+$/,
      url: () => lemmy.instanceUrl,
    },
    {
      platform: 'mastodon',
      typed: () => `${mastodon.instanceUrl}#made`,
      name: '#made on Made up',
      url: () => `${mastodon.instanceUrl}/tags/made`,
    },
    {
      platform: 'github',
      typed: () => 'https://github.com/made-up/ledger',
      name: 'made-up/ledger',
      url: () => 'https://github.com/made-up/ledger',
    },
  ])('of $platform is added, listed and removed', async ({ platform, typed, name, url }) => {
    const { org, projectId, params } = await open()
    const added = await org.call(contract.addCommunity, { params, body: { platform, source: typed() } })
    expect(added).toMatchObject({ kind: 'community', platform, url: url(), health: 'new' })
    expect(added.name).toMatch(name)
    expect(await list(org, projectId)).toEqual([added])

    await org.call(contract.removeCommunity, { params: { ...params, id: added.id ?? '' } })
    expect(await list(org, projectId)).toEqual([])
  })

  test.each([
    { why: 'a server without a hashtag', platform: 'mastodon', typed: () => mastodon.instanceUrl },
    { why: 'a repository that is not there', platform: 'github', typed: () => 'made-up/nothing' },
    { why: 'an address inside', platform: 'lemmy', typed: () => 'http://169.254.169.254' },
    { why: 'a server that is not there', platform: 'lemmy', typed: () => 'https://nowhere.invalid' },
    { why: 'no forum', platform: 'discourse', typed: () => 'not an address' },
    { why: 'two words for a tag', platform: 'dev', typed: () => 'two words' },
    { why: 'another platform', platform: 'hacker_news', typed: () => 'anything' },
    { why: 'a feed', platform: 'feed', typed: () => fixture.feeds.feedUrl('rss') },
  ])('is refused with a sentence when it is $why', async ({ platform, typed }) => {
    const { org, path } = await open()
    const refused = (await org.request('POST', path, { body: { platform, source: typed() } })).problem()
    expect(refused).toMatchObject({ status: 422, code: 'source_unusable' })
    expect(refused.detail).toMatch(/^[A-Z\d].{15,}\.$/)
  })

  test('that shows its posts to nobody is refused, although it answers about itself', async () => {
    const { org, projectId, path } = await open()
    const login = { kind: 'status', status: 403, body: '{"errors":["Log in"]}' } as const
    discourse.failNext({ kind: 'body', body: '{"title":"Members only"}' })
    discourse.failNext(login)
    const body = { platform: 'discourse', source: discourse.forumUrl }
    expect((await org.request('POST', path, { body })).problem().code).toBe('source_unusable')
    expect(await list(org, projectId)).toEqual([])
  })

  test('that does not answer now can be added later', async () => {
    const { org, path } = await open()
    discourse.failNext({ kind: 'status', status: 503 })
    const body = { platform: 'discourse', source: discourse.forumUrl }
    expect((await org.request('POST', path, { body })).problem()).toMatchObject({
      status: 502,
      code: 'source_unreachable',
    })
    expect((await org.request('POST', path, { body })).status).toBe(201)
  })

  test('is added once, also by two requests at a time', async () => {
    const { org, projectId, path } = await open()
    const body = { platform: 'lemmy', source: lemmy.instanceUrl }
    const both = await Promise.all([1, 2].map(() => org.request('POST', path, { body })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await org.request('POST', path, { body })).problem().code).toBe('source_already_added')
    expect(await list(org, projectId)).toHaveLength(1)
  })

  test('that every project searches anyway is not added', async () => {
    const { org, path } = await open()
    const refused = await org.request('POST', path, { body: { platform: 'github', source: 'discussions' } })
    expect(refused.problem().code).toBe('source_already_added')
  })

  test('counts towards the limit of a hundred sources, feeds included', async () => {
    const { org, projectId, path } = await open()
    const ids = { organizationId: org.organizationId, projectId }
    const now = fixture.app.clock.now()
    const feed = { id: fixture.app.dependencies.newId(), projectId, url: 'https://feeds.example/', title: 'Feed' }
    await inOrganization(fixture.app, ids, async (tx) => {
      await insertFeed(tx, org.organizationId, feed, now)
      for (let n = 1; n < 100; n++) {
        const named = { platform: 'dev', externalId: `tag${n}`, name: `tag${n}`, displayName: `#tag${n}` }
        const community = { id: fixture.app.dependencies.newId(), projectId, ...named }
        await insertCommunity(tx, org.organizationId, community, now)
      }
    })
    const refused = await org.request('POST', path, { body: { platform: 'lemmy', source: lemmy.instanceUrl } })
    expect(refused.problem()).toMatchObject({ status: 409, code: 'source_limit_reached' })
  })

  test('of another organization or project gets the same 404 as an unknown one', async () => {
    const [mine, theirs] = [await open(), await open()]
    const body = { platform: 'lemmy', source: lemmy.instanceUrl }
    const added = await theirs.org.call(contract.addCommunity, { params: theirs.params, body })
    const { id: otherProject } = await theirs.org.project()
    const never = fixture.app.dependencies.newId()
    const removals = await Promise.all([
      mine.org.request('DELETE', `${mine.path}/${added.id}`),
      theirs.org.request('DELETE', `/api/v1/sources/${otherProject}/communities/${added.id}`),
      mine.org.request('DELETE', `${mine.path}/${never}`),
    ])
    expect(removals.map((removal) => removal.problem().code)).toEqual(Array(3).fill('source_not_found'))
    expect((await mine.org.request('POST', theirs.path, { body })).problem().code).toBe('project_not_found')
    expect(await list(theirs.org, theirs.projectId)).toEqual([added])
  })
})

test('the platforms to choose from come with their names and what their rules ask', async () => {
  const { org, params } = await open()
  const platforms = await org.call(contract.listSourcePlatforms, { params })
  expect(platforms.map(({ platform }) => platform).toSorted()).toEqual(
    ['app_store', 'dev', 'discourse', 'feed', 'github', 'lemmy', 'mastodon', 'steam', 'wordpress'].toSorted(),
  )
  expect(platforms.find(({ platform }) => platform === 'discourse')).toMatchObject({
    name: 'Discourse',
    label: 'Forum',
    example: 'https://meta.discourse.org',
    notice: expect.stringMatching(/terms/) as string,
  })
})

describe('a search', () => {
  test('reads each community once and finds leads there, which stay when it is removed', async () => {
    const org = await fixture.app.organization()
    const first = await startSearch(org)
    await ended(fixture, org, first)
    const params = { projectId: first.projectId }
    const sources = { discourse: discourse.forumUrl, lemmy: lemmy.instanceUrl }
    for (const [platform, source] of Object.entries(sources)) {
      await org.call(contract.addCommunity, { params, body: { platform, source } })
    }
    discourse.questions.length = 0
    const { search_id: searchId } = await org.call(runSearch, { params: { ...params, id: first.signalId } })
    const search = await ended(fixture, org, { ...first, searchId })
    const states = new Map(search.channels.map(({ platform, state }) => [platform, state]))
    expect([states.get('discourse'), states.get('lemmy')]).toEqual(['done', 'done'])
    const pages = discourse.questions.map(({ url }) => url.search)
    expect(new Set(pages).size).toBe(pages.length)

    const { items } = await org.call(listLeads, { params, query: { limit: '200' } })
    const communities = new Set(items.map(({ platform }) => platform))
    expect(communities).toEqual(new Set(['discourse', 'lemmy']))
    const channels = await org.call(listDataChannels, { params })
    expect(JSON.stringify(channels)).toContain('Made up')

    const listed = await list(org, first.projectId)
    expect(listed.map(({ platform, health }) => [platform, health])).toEqual([
      ['discourse', 'working'],
      ['lemmy', 'working'],
    ])
    for (const { id } of listed) await org.call(contract.removeCommunity, { params: { ...params, id: id ?? '' } })
    expect((await org.call(listLeads, { params })).total).toBe(items.length)
  })

  test('shows that a community fails, and when it is tried again', async () => {
    const org = await fixture.app.organization()
    const first = await startSearch(org)
    await ended(fixture, org, first)
    const params = { projectId: first.projectId }
    const body = { platform: 'discourse', source: discourse.forumUrl }
    await org.call(contract.addCommunity, { params, body })
    discourse.failNext({ kind: 'status', status: 503 }, 3)
    const { search_id: searchId } = await org.call(runSearch, { params: { ...params, id: first.signalId } })
    await ended(fixture, org, { ...first, searchId })
    const [failing] = await list(org, first.projectId)
    expect(failing).toMatchObject({ health: 'failing', error: expect.stringMatching(/trouble/) as string })
    expect(failing?.next_try_at).not.toBeNull()
    const looks = await org.call(contract.listCoverage, { params })
    expect(looks.find(({ platform }) => platform === 'discourse')).toMatchObject({ gap: true, query: '' })
  })
})

test('a preview reads the project’s own communities, and shows none that only others listen to', async () => {
  const [listening, deaf] = [await open(), await open()]
  const body = { platform: 'discourse', source: discourse.forumUrl }
  await listening.org.call(contract.addCommunity, { params: listening.params, body })
  const preview = async ({ org, params }: typeof deaf) => {
    const draft = { intent_signal: BOOKKEEPING, search_days: 365 }
    const { posts, channels } = await org.call(previewSignal, { params, body: draft })
    return { shown: posts.map(({ platform }) => platform), asked: channels.map(({ platform }) => platform) }
  }
  const own = await preview(listening)
  expect(own.shown).toContain('discourse')
  expect(own.asked).toContain('discourse')
  const others = await preview(deaf)
  expect(others.shown).not.toContain('discourse')
  expect(others.asked).not.toContain('discourse')
})
