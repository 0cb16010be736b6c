import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../manual-clock.ts'
import { loadCorpus } from './corpus.ts'
import type { CorpusPost } from './corpus.ts'
import { startHackerNewsDouble } from './hacker-news-double.ts'
import type { HackerNewsDouble } from './hacker-news-double.ts'
import { startAllDoubles } from './start-all.ts'
import { createTextIndex, parseQuery } from './text-index.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const clock = createManualClock(NOW)

async function read(url: string): Promise<{ status: number; body: any }> {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

describe("the project's own posts", () => {
  let posts: CorpusPost[]
  beforeAll(async () => {
    posts = await loadCorpus({ now: NOW })
  })

  test('are recent, whole, and without made-up people who look real', () => {
    expect(posts.length).toBeGreaterThanOrEqual(150)
    expect(Math.max(...posts.map(({ createdAt }) => createdAt.getTime()))).toBe(NOW.getTime() - 60_000)
    expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
    for (const post of posts)
      expect(post).toMatchObject({ author: expect.stringMatching(/^made_up_/), text: expect.stringMatching(/.{15}/) })
  })

  test('keep their distances and authors when time moves on', async () => {
    const later = await loadCorpus({ now: new Date(NOW.getTime() + 86_400_000) })
    for (const [index, post] of later.entries()) {
      expect(post.createdAt.getTime() - posts[index]!.createdAt.getTime()).toBe(86_400_000)
      expect(post.author).toBe(posts[index]!.author)
    }
  })
})

describe('the Hacker News double', () => {
  let double: HackerNewsDouble
  beforeAll(async () => {
    double = await startHackerNewsDouble({ posts: await loadCorpus({ now: NOW }), clock, requestsPerHour: 100 })
  })
  afterAll(() => double.close())
  const search = (asked: Record<string, string>) =>
    read(`${double.searchUrl}/search_by_date?${new URLSearchParams(asked)}`)

  test('answers in the documented shape', async () => {
    const { body } = await search({ query: 'invoicing', tags: '(story,comment)', hitsPerPage: '2' })
    expect(body).toMatchObject({ page: 0, hitsPerPage: 2, query: 'invoicing', exhaustiveNbHits: true })
    expect(body.nbPages).toBe(Math.ceil(body.nbHits / 2))
    expect(body.hits).toHaveLength(2)
    expect(body.hits[0].objectID).toMatch(/^\d+$/)
    expect(new Date(body.hits[0].created_at).getTime()).toBe(body.hits[0].created_at_i * 1000)
  })

  test.each([
    ['late invoice', 1],
    ['"late payments"', 1],
    ['"payments late"', 0],
    ['invoic', 0],
    ['"', 151],
  ])('finds %j as words, phrases, no beginnings of words', async (query, atLeast) => {
    const { body } = await search({ query })
    if (atLeast === 0) expect(body.nbHits).toBe(0)
    expect(body.nbHits).toBeGreaterThanOrEqual(Math.min(atLeast, 120))
  })

  test('leaves out what a minus stands before', async () => {
    const [all, without] = await Promise.all([search({ query: 'crm' }), search({ query: 'crm -sales' })])
    expect(without.body.nbHits).toBeLessThan(all.body.nbHits)
    expect(without.body.nbHits).toBeGreaterThan(0)
  })

  test('filters by kind and by date', async () => {
    const { body } = await search({ tags: 'comment', hitsPerPage: '100' })
    expect(body.hits.every((hit: any) => hit.comment_text && hit._tags.includes('comment'))).toBe(true)
    const middle = body.hits[5].created_at_i
    const older = await search({ tags: 'comment', numericFilters: `created_at_i<${middle}`, hitsPerPage: '100' })
    expect(older.body.nbHits).toBe(body.nbHits - 6)
    expect((await search({ tags: 'ask_hn,story' })).body.nbHits).toBeGreaterThan(0)
  })

  test('complains of other filters as Algolia does', async () => {
    expect(await search({ numericFilters: 'points>10' })).toEqual({
      status: 400,
      body: {
        code: 400,
        message: 'invalid numeric attribute(points), attribute not specified in numericAttributesForFiltering setting',
      },
    })
  })

  test('answers items, null for what is not there', async () => {
    const story = double.items.find(({ type }) => type === 'story')!
    expect((await read(`${double.itemsUrl}/item/${story.id}.json`)).body).toMatchObject({
      id: story.id,
      type: 'story',
      title: story.title,
    })
    expect(await read(`${double.itemsUrl}/item/1.json`)).toEqual({ status: 200, body: null })
  })

  test('blocks who asks too often, for an hour', async () => {
    let status = 200
    for (let asked = 0; asked < 101 && status === 200; asked++) ({ status } = await search({ query: 'x' }))
    expect(status).toBe(429)
    await clock.advance(3_600_001)
    expect((await search({ query: 'x' })).status).toBe(200)
  })
})

test('sixty thousand posts are searched in milliseconds', () => {
  const entries = Array.from({ length: 60_000 }, (_, n) => ({
    time: n,
    words: `word${n % 997} word${n % 31} alternative to tool${n % 53} for small teams who write invoices number${n}`,
  }))
  const index = createTextIndex(entries)
  const startedAt = performance.now()
  for (let n = 0; n < 20; n++)
    expect(
      index.find(parseQuery(`"alternative to tool${n}" word${n} -word5`), { after: 0, before: 50_000 }).length,
    ).toBeGreaterThan(0)
  expect((performance.now() - startedAt) / 20).toBeLessThan(50)
})

test('all doubles start together and print what to set', async () => {
  const doubles = await startAllDoubles({ clock })
  expect(Object.keys(doubles.environment)).toEqual([
    'HACKER_NEWS_API_URL',
    'HACKER_NEWS_ITEMS_URL',
    'STACK_EXCHANGE_API_URL',
    'OUTBOUND_ALLOW',
  ])
  expect(doubles.environment.HACKER_NEWS_API_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  expect((await fetch(doubles.websiteUrl)).status).toBe(200)
  expect((await fetch(doubles.feedUrl)).headers.get('content-type')).toContain('rss')
  const { body } = await read(
    `${doubles.environment.STACK_EXCHANGE_API_URL}/questions?site=softwarerecs&filter=withbody`,
  )
  expect(body.items.length).toBeGreaterThan(3)
  await doubles.close()
})
