import { listLeads } from '@leadlight/contract/leads'
import type { Search } from '@leadlight/contract/search'
import { listSearches } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  answerFrom,
  askingPosts,
  otherPosts,
  pageOf,
  startAskedFixture,
  type AskedFixture,
  type AskedPlatform,
} from '@leadlight/testing/asked-search'
import { keepPosts, retentionOf } from '@leadlight/testing/kept-posts'
import type { RunningSearch } from '@leadlight/testing/search-fixture'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { ChannelError, type ChannelPost } from '../../channels/channel.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { toNewPost } from './collect-page.ts'
import { SEARCH_JUDGED_MAX } from '@leadlight/domain/signals'

function platform(name: string, answer: AskedPlatform['answer'], parts: object = {}): AskedPlatform {
  return { platformSources: { platform: name, sources: null, reading: 'search', ...parts }, answer }
}

async function open(...[platforms, parts]: Parameters<typeof startAskedFixture>) {
  const fixture = await startAskedFixture(platforms, parts)
  onTestFinished(() => fixture.close())
  return { fixture, org: await fixture.app.organization() }
}

async function searchOf(org: TestOrganization, { projectId, searchId }: RunningSearch): Promise<Search> {
  const searches = await org.call(listSearches, { params: { projectId } })
  const search = searches.find(({ id }) => id === searchId)
  if (!search) throw new Error('The search is gone')
  return search
}

async function leadsOf(org: TestOrganization, { projectId }: RunningSearch): Promise<number> {
  return (await org.call(listLeads, { params: { projectId } })).total
}

interface Candidate {
  state: string
  rank: number | null
}

function candidatesOf({ app }: AskedFixture, org: TestOrganization, { searchId }: RunningSearch): Promise<Candidate[]> {
  return app.db.transaction(organizationScope(org.organizationId), async (tx) => {
    const { rows } = await sql<Candidate>`
      select state, rank from search_candidate where search_id = ${searchId} order by rank desc, position`.execute(tx)
    return rows
  })
}

async function hold({ app }: AskedFixture, org: TestOrganization, posts: readonly ChannelPost[]): Promise<string[]> {
  const { id: projectId } = await org.project()
  const site = { organizationId: org.organizationId, projectId }
  return keepPosts(
    app,
    site,
    posts.map((post) => toNewPost(post, app.dependencies.newId())),
  )
}

test('leads come from what is held before any platform has answered', async () => {
  let ids: string[] = []
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slow = platform('hacker_news', async () => {
    asked.resolve()
    await answered.promise
    return pageOf(askingPosts('hacker_news', 3, 20))
  })
  const { fixture, org } = await open([slow], { held: () => ids })
  ids = await hold(fixture, org, askingPosts('hacker_news', 8))
  const search = await fixture.start(org)
  const running = fixture.run(org, search)
  await asked.promise
  const early = await leadsOf(org, search)
  expect(early).toBeGreaterThan(0)
  expect(await searchOf(org, search)).toMatchObject({ state: 'running', seen: 8, kept: early })

  answered.resolve()
  await running
  expect(await searchOf(org, search)).toMatchObject({ state: 'done', seen: 11 })
  expect(await leadsOf(org, search)).toBeGreaterThan(early)
})

const same = otherPosts('bad', 3)
const BAD: [string, AskedPlatform['answer']][] = [
  ['refuses', () => Promise.reject(new ChannelError('refused', 'It refuses.', null))],
  ['asks to be left alone', () => Promise.reject(new ChannelError('rate_limited', 'Too many requests.', 5))],
  ['fails after its first page', (_, number) => (number === 1 ? pageOf(same, { cursor: 'more' }) : Promise.reject(new ChannelError('unreachable', 'Gone.', 1)))], // oxfmt-ignore
  ['caps its pages', () => pageOf(same, { truncated: true, hits: 10_000 })],
  ['says that it has none', () => pageOf(same, { hits: 0 })],
  ['says that it has fewer than none', () => pageOf(same, { hits: -1 })],
  ['says that it has more than there can be', () => pageOf(same, { hits: Number.MAX_SAFE_INTEGER })],
  ['sends the same page again and again', () => pageOf(same, { cursor: 'again' })],
  ['sends empty pages without an end', () => pageOf([], { cursor: 'more' })],
  ['sends one post many times', () => pageOf([...same, ...same, ...same])],
]

test.each(BAD)('a platform that %s ends no search, and the others’ leads come', async (_how, answer) => {
  const good = platform('good', answerFrom(askingPosts('good', 6), 10))
  const { fixture, org } = await open([platform('bad', answer, { pagesMax: 12 }), good])
  const search = await fixture.start(org)
  const running = fixture.run(org, search).then(() => true)
  await until(async () => {
    await fixture.app.clock.advance(1_000)
    return Promise.race([running, Promise.resolve(false)])
  })

  const ended = await searchOf(org, search)
  expect(ended.state).toBe('done')
  expect(ended.kept).toBeGreaterThan(0)
  expect(await leadsOf(org, search)).toBe(ended.kept)
  expect(ended.channels.find((channel) => channel.platform === 'good')).toMatchObject({ state: 'done', seen: 6 })
  expect(ended.seen).toBe(ended.channels.reduce((sum, { seen }) => sum + seen, 0))
  // A page or a failed question each, and at most three tries of a question.
  expect(fixture.questions.filter((one) => one.platform === 'bad').length).toBeLessThanOrEqual(36)
})

describe('paid judging', () => {
  test('judges the best of all that came, first and within the budget', async () => {
    const posts = [...otherPosts('good', 5), ...askingPosts('good', 30)]
    const { fixture, org } = await open([platform('good', answerFrom(posts, 7))], { price: 0.5 })
    const search = await fixture.start(org, { budget: 3 })
    await fixture.run(org, search)
    const candidates = await candidatesOf(fixture, org, search)
    const near = candidates.filter(({ state }) => state === 'judged' || state === 'unpaid')
    expect(near.length).toBeGreaterThan(6)
    expect(near.map(({ state }) => state)).toEqual(near.map((_, index) => (index < 6 ? 'judged' : 'unpaid')))
    expect(await searchOf(org, search)).toMatchObject({ state: 'done', judged: 6, credits_spent: 3 })
  })

  test('counts the same at every step: seen, judged, kept, passed over and spent', async () => {
    let ids: string[] = []
    const posts = [...otherPosts('good', 12), ...askingPosts('good', 40)]
    const { fixture, org } = await open([platform('good', answerFrom(posts, 9))], { price: 0.5, held: () => ids })
    ids = await hold(fixture, org, [...askingPosts('good', 5, 30), ...otherPosts('held', 4)])
    const search = await fixture.start(org, { budget: 10 })
    await fixture.run(org, search)

    const scope = organizationScope(org.organizationId)
    const { told, row } = await fixture.app.db.transaction(scope, async (tx) => {
      const events = await sql<{ search: Search }>`
        select payload->'search' as search from event where payload->'search'->>'id' = ${search.searchId} order by id`.execute(tx) // oxfmt-ignore
      const { rows } = await sql<{ archived: number; seen: number; passed_over: number; fresh: number }>`
        select archived, seen, passed_over, (select sum(fresh)::integer from search_leg where search_id = id) as fresh
        from search where id = ${search.searchId}`.execute(tx)
      return { told: events.rows.map((event) => event.search), row: rows[0] }
    })
    expect(row).toMatchObject({ archived: 9, seen: 9 + (row?.fresh ?? 0) })
    expect(told.length).toBeGreaterThan(3)
    for (const one of told) {
      expect([0, 9]).toContain(one.seen - one.channels.reduce((sum, { seen }) => sum + seen, 0))
      expect(one.kept).toBeLessThanOrEqual(one.judged)
      expect(one.credits_spent).toBe(one.judged * 0.5)
    }
    const ended = await searchOf(org, search)
    expect(told.at(-1)).toEqual(ended)
    const candidates = await candidatesOf(fixture, org, search)
    const inState = (...states: string[]) => candidates.filter(({ state }) => states.includes(state)).length
    expect(ended).toMatchObject({ seen: candidates.length, judged: inState('judged') })
    expect(row?.passed_over).toBe(inState('dropped', 'repeat'))
    expect(inState('judged', 'dropped', 'repeat', 'unpaid')).toBe(candidates.length)
    expect(await leadsOf(org, search)).toBe(ended.kept)
  })
})

test('a search judges at most 250 posts, and passes over the rest', async () => {
  const { fixture, org } = await open([platform('good', answerFrom(askingPosts('good', 400), 100))])
  const search = await fixture.start(org)
  await fixture.run(org, search)
  const ended = await searchOf(org, search)
  expect(ended.seen).toBe(400)
  expect(ended.judged).toBe(SEARCH_JUDGED_MAX)
  const candidates = await candidatesOf(fixture, org, search)
  expect(new Set(candidates.map(({ state }) => state))).toEqual(new Set(['judged', 'dropped', 'repeat']))
}, 120_000)

test('posts that are erased while it runs are neither judged nor leads, and it ends', async () => {
  let ids: string[] = []
  const posts = askingPosts('good', 40)
  const erased: string[] = []
  const left = () => posts.slice(12).filter(({ externalId }) => !erased.includes(externalId))
  const good = platform('good', (request, number) => answerFrom(left(), 10)(request, number))
  const { fixture, org } = await open([good], { held: () => ids })
  ids = await hold(fixture, org, posts.slice(0, 12))
  const search = await fixture.start(org)
  const points = ['before archive', 'archive asked', 'before sift', 'sifted', 'before judge', 'judged', 'after collect']
  await fixture.run(org, search, async (point) => {
    const at = points.indexOf(point)
    if (at === -1) return
    points.splice(at, 1)
    // One that was held, and one that comes or has come from the platform.
    const some = [posts[points.length], posts[20 + points.length]].flatMap((post) => (post ? [post.externalId] : []))
    erased.push(...some)
    await eraseDeletedPosts(retentionOf(fixture.app), 'good', some)
  })
  expect(points).toEqual([])
  const ended = await searchOf(org, search)
  expect(ended.state).toBe('done')
  expect(ended.kept).toBeGreaterThan(0)
  const candidates = await candidatesOf(fixture, org, search)
  expect(candidates.filter(({ state }) => !['judged', 'dropped', 'repeat'].includes(state))).toEqual([])
  const urls = new Set(erased.map((externalId) => `https://posts.example/${externalId.replace('good-', '')}`))
  const { items } = await org.call(listLeads, { params: { projectId: search.projectId }, query: { limit: '200' } })
  const words = items.filter(({ url }) => url !== null && urls.has(url)).map(({ excerpt }) => excerpt.text)
  expect(words.filter((text) => text !== '')).toEqual([])
})

test('the user’s own searches are asked first, and what the user removed is never asked', async () => {
  const { fixture, org } = await open([platform('good', answerFrom(askingPosts('good', 40), 10))])
  const searches = { added: ['"bank changed" export'], removed: ['software', 'freelance'] }
  const search = await fixture.start(org, { edits: { searches } })
  await fixture.run(org, search)
  const asked = fixture.questions.map(({ query: { words, phrases } }) => ({ words, phrases }))
  expect(asked[0]).toEqual({ words: 'export', phrases: ['bank changed'] })
  expect(asked.map(({ words }) => words)).toEqual(expect.arrayContaining(['bookkeeping', 'invoicing']))
  for (const removed of searches.removed) expect(asked.map(({ words }) => words)).not.toContain(removed)
  expect(asked.every(({ words, phrases }) => words !== '' || phrases.length > 0)).toBe(true)
})
