import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createManualClock } from '../manual-clock.ts'
import { loadCorpus } from './corpus.ts'
import type { CorpusPost } from './corpus.ts'
import { fillerPosts } from './filler-posts.ts'
import { startHackerNewsDouble } from './hacker-news-double.ts'
import type { HackerNewsDouble } from './hacker-news-double.ts'
import { startAllDoubles } from './start-all.ts'
import { parseQuery } from './search-box.ts'
import { createTextIndex } from './text-index.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const clock = createManualClock(NOW)

const Page = z.object({
  nbHits: z.number(),
  nbPages: z.number(),
  hits: z.array(
    z.object({
      objectID: z.string(),
      created_at: z.string(),
      created_at_i: z.number(),
      comment_text: z.string().optional(),
    }),
  ),
})

async function read(url: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

describe("the project's own posts", () => {
  let posts: CorpusPost[]
  beforeAll(async () => {
    posts = await loadCorpus({ now: NOW })
  })

  test('are recent and whole, and their authors have names of made-up words, without numbers', () => {
    expect(posts.length).toBeGreaterThanOrEqual(150)
    expect(Math.max(...posts.map(({ createdAt }) => createdAt.getTime()))).toBe(NOW.getTime() - 60_000)
    expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
    for (const post of posts)
      expect(post).toMatchObject({
        author: expect.stringMatching(/^[a-z]+(?:[-_][a-z]+)*$/),
        text: expect.stringMatching(/.{15}/),
      })
  })

  test('keep their distances and authors when time moves on', async () => {
    const later = await loadCorpus({ now: new Date(NOW.getTime() + 86_400_000) })
    for (const [index, post] of later.entries()) {
      expect(post.createdAt.getTime() - posts[index]!.createdAt.getTime()).toBe(86_400_000)
      expect(post.author).toBe(posts[index]!.author)
    }
  })
})

test('filler is the same each time, varied, spread over the days and never in the future', () => {
  const posts = fillerPosts({ count: 6000, now: NOW })
  expect(fillerPosts({ count: 6000, now: NOW })).toEqual(posts)
  expect(new Set(posts.map(({ id }) => id)).size).toBe(6000)
  expect(new Set(posts.map(({ text }) => text)).size).toBeGreaterThan(5990)
  const ages = posts.map(({ createdAt }) => (NOW.getTime() - createdAt.getTime()) / 86_400_000)
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeLessThanOrEqual(300)
  expect(ages.filter((age) => age < 30).length).toBeGreaterThan(400)
})

test('a corpus may be compressed and hold any character', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'corpus-'))
  const post = {
    platform: 'reddit',
    kind: 'post',
    id: 'a',
    created_at: '2013-01-01T00:00:00Z',
    text: 'a\u2028b\u2029c\u0085d',
    url: 'x',
  }
  await writeFile(
    join(folder, 'posts.jsonl.gz'),
    gzipSync(`${JSON.stringify(post)}\n\n${JSON.stringify({ ...post, id: 'b' })}`),
  )
  expect(await loadCorpus({ folder, now: NOW })).toMatchObject([
    { id: 'a', text: post.text, author: expect.stringMatching(/^made_up_/) },
    { id: 'b' },
  ])
  await writeFile(join(folder, 'posts.jsonl'), '{"platform": 5}')
  await expect(loadCorpus({ folder, now: NOW })).rejects.toThrow(/posts\.jsonl, line 1/)
  await rm(folder, { recursive: true })
})

describe('the Hacker News double', () => {
  let double: HackerNewsDouble
  beforeAll(async () => {
    double = await startHackerNewsDouble({ posts: await loadCorpus({ now: NOW }), clock, requestsPerHour: 100 })
  })
  afterAll(() => double.close())
  const ask = (asked: Record<string, string>) =>
    read(`${double.searchUrl}/search_by_date?${new URLSearchParams(asked).toString()}`)
  const search = async (asked: Record<string, string>) => Page.parse((await ask(asked)).body)

  test('answers in the documented shape', async () => {
    const { body } = await ask({ query: 'invoicing', tags: '(story,comment)', hitsPerPage: '2' })
    expect(body).toMatchObject({ page: 0, hitsPerPage: 2, query: 'invoicing', exhaustiveNbHits: true })
    const { hits, nbHits, nbPages } = Page.parse(body)
    expect(nbPages).toBe(Math.ceil(nbHits / 2))
    expect(hits).toHaveLength(2)
    expect(hits[0]?.objectID).toMatch(/^\d+$/)
    expect(Date.parse(hits[0]?.created_at ?? '')).toBe((hits[0]?.created_at_i ?? 0) * 1000)
  })

  test.each([
    ['late invoice', 1, 10],
    ['"late payments"', 1, 10],
    ['"payments late"', 0, 0],
    ['invoic', 0, 0],
    ['"', 120, 151],
  ])('finds %j as words and phrases, not as beginnings of words', async (query, atLeast, atMost) => {
    const { nbHits } = await search({ query })
    expect(nbHits).toBeGreaterThanOrEqual(atLeast)
    expect(nbHits).toBeLessThanOrEqual(atMost)
  })

  test('leaves out words after a minus', async () => {
    const [all, without] = await Promise.all([search({ query: 'crm' }), search({ query: 'crm -sales' })])
    expect(without.nbHits).toBeLessThan(all.nbHits)
    expect(without.nbHits).toBeGreaterThan(0)
  })

  test('filters by kind and by date', async () => {
    const comments = await search({ tags: 'comment', hitsPerPage: '100' })
    expect(comments.hits.every((hit) => hit.comment_text !== undefined)).toBe(true)
    const numericFilters = `created_at_i<${comments.hits[5]?.created_at_i}`
    expect((await search({ tags: 'comment', numericFilters })).nbHits).toBe(comments.nbHits - 6)
    expect((await search({ tags: 'ask_hn,story' })).nbHits).toBeGreaterThan(0)
  })

  test('rejects other filters as Algolia does', async () => {
    const message =
      'invalid numeric attribute(points), attribute not specified in numericAttributesForFiltering setting'
    expect(await ask({ numericFilters: 'points>10' })).toEqual({ status: 400, body: { code: 400, message } })
  })

  test('answers items, and null for missing ones', async () => {
    const story = double.items.find(({ type }) => type === 'story')!
    const { body } = await read(`${double.itemsUrl}/item/${story.id}.json`)
    expect(body).toMatchObject({ id: story.id, type: 'story', title: story.title })
    expect(await read(`${double.itemsUrl}/item/1.json`)).toEqual({ status: 200, body: null })
  })

  test('blocks whoever asks too often for an hour', async () => {
    let status = 200
    for (let asked = 0; asked < 101 && status === 200; asked++) ({ status } = await ask({ query: 'x' }))
    expect(status).toBe(429)
    await clock.advance(3_600_001)
    expect((await ask({ query: 'x' })).status).toBe(200)
  })
})

test('sixty thousand posts are searched in milliseconds', () => {
  const entries = Array.from({ length: 60_000 }, (_, n) => ({
    time: n,
    words: `word${n % 997} word${n % 31} alternative to tool${n % 53} for small teams who write invoices number${n}`,
  }))
  const index = createTextIndex(entries)
  // The time of this thread alone: the machine may be busy with other things.
  const before = process.threadCpuUsage()
  for (let n = 6; n < 26; n++)
    expect(
      index.find(parseQuery(`"alternative to tool${n}" word${n} -word5`), { after: 0, before: 50_000 }).length,
    ).toBeGreaterThan(0)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000 / 20).toBeLessThan(50)
})

test('the doubles serve the requested filler beside the posts', async () => {
  const doubles = await startAllDoubles({ fill: 500, clock })
  const { body } = await read(`${doubles.environment.HACKER_NEWS_API_URL}/search_by_date`)
  const { nbHits } = Page.parse(body)
  expect(nbHits).toBeGreaterThan(600)
  expect(nbHits).toBeLessThan(doubles.postCount)
  await doubles.close()
})

test('all doubles start together and print the variables to set', async () => {
  const doubles = await startAllDoubles({ clock })
  expect(Object.keys(doubles.environment)).toEqual([
    'HACKER_NEWS_API_URL',
    'HACKER_NEWS_ITEMS_URL',
    'STACK_EXCHANGE_API_URL',
    'DEV_API_URL',
    'JETSTREAM_URL',
    'REDDIT_API_URL',
    'REDDIT_SITE_URL',
    'X_API_URL',
    'PRODUCT_HUNT_API_URL',
    'YOUTUBE_API_URL',
    'TED_API_URL',
    'SAM_GOV_API_URL',
    'STEAM_STORE_URL',
    'APP_STORE_URL',
    'WORDPRESS_URL',
    'OUTBOUND_ALLOW',
  ])
  expect(doubles.environment.HACKER_NEWS_API_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  expect((await fetch(doubles.websiteUrl)).status).toBe(200)
  expect((await fetch(doubles.feedUrl)).headers.get('content-type')).toContain('rss')
  const questions = await read(`${doubles.environment.STACK_EXCHANGE_API_URL}/questions?site=softwarerecs`)
  expect(z.object({ items: z.array(z.unknown()) }).parse(questions.body).items.length).toBeGreaterThan(3)
  await doubles.close()
})

test('silenced platforms hear a question, and answer it once they are let', async () => {
  const doubles = await startAllDoubles({ clock })
  const release = doubles.silencePlatforms()
  let isAnswered = false
  const asked = fetch(`${doubles.environment.HACKER_NEWS_API_URL}/search_by_date`).then(({ ok }) => (isAnswered = ok))
  // The website is no platform.
  expect((await fetch(doubles.websiteUrl)).status).toBe(200)
  expect(isAnswered).toBe(false)
  release()
  expect(await asked).toBe(true)
  await doubles.close()
})
