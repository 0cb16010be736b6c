import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock, numberOf } from '@leadlight/testing/channel-fixtures'
import { startYoutubeDouble, type YoutubeDouble } from '@leadlight/testing/doubles/youtube-double'
import type { Channel, ChannelPost, SearchPage, SearchRequest } from './channel.ts'
import { createYoutube } from './youtube.ts'

const NOW = '2026-11-21T12:00:00Z'
const AT = Date.parse('2026-11-20T00:00:00Z')
const { signal } = new AbortController()

let double: YoutubeDouble
let outbound: Outbound
let channel: Channel

async function open(seconds: readonly number[], videos: number): Promise<void> {
  const posts = seconds.map((second, number) =>
    corpusPost(number, { at: new Date(AT + second * 1000), words: number % 2 ? 'crm' : 'crm late' }),
  )
  double = await startYoutubeDouble({ posts, videos })
  outbound = createOutbound({ userAgent: 'test' })
  channel = createYoutube({ apiUrl: double.apiUrl, fetch: outbound.operator, clock: createImpatientClock(NOW) })
}

async function close(): Promise<void> {
  await outbound.close()
  await double.close()
}

beforeEach(() =>
  open(
    Array.from({ length: 300 }, (_, number) => -number),
    4,
  ),
)
afterEach(close)

async function readAll(asked: Partial<SearchRequest> = {}) {
  const pages: SearchPage[] = []
  do {
    const cursor = pages.at(-1)?.cursor ?? null
    const query = { words: 'crm', phrases: [], exclude: [] }
    const window = { since: new Date(0), until: new Date(NOW) }
    const request = { query, source: null, key: double.key, ...window, cursor, limit: 20, signal, ...asked }
    pages.push(await channel.search(request))
  } while (pages.at(-1)?.cursor !== null && pages.length < 1_000)
  const posts: ChannelPost[] = pages.flatMap((page) => page.posts)
  return { posts, pages, truncated: pages.some((page) => page.truncated) }
}

const asked = (method: string) => double.questions.filter(({ url }) => url.pathname.endsWith(`/${method}`))
const numbers = (posts: readonly ChannelPost[]) => posts.map(numberOf)

describe('comments of the videos that a search finds', () => {
  test('come as one list, newest first, for one search of the day’s hundred', async () => {
    const { posts, truncated } = await readAll()
    expect(numbers(posts)).toEqual(Array.from({ length: 300 }, (_, number) => number))
    expect(truncated).toBe(false)
    expect(asked('search')).toHaveLength(1)
  })

  test('of a busy video all come before the older ones of a quiet video', async () => {
    await close()
    await open(
      Array.from({ length: 300 }, (_, number) => (number % 2 === 0 ? -number : -10_000 - number)),
      2,
    )
    const { posts } = await readAll({ limit: 30 })
    const busyFirst = [0, 1].flatMap((video) => Array.from({ length: 150 }, (_, number) => number * 2 + video))
    expect(numbers(posts)).toEqual(busyFirst)
  })

  test('come once each and in order, however they are spread over time, videos and pages', async () => {
    const seconds = fc.array(fc.integer({ min: -40, max: 0 }), { minLength: 1, maxLength: 250 })
    const property = fc.asyncProperty(seconds, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 5, max: 90 }), run)
    async function run(spread: number[], videos: number, limit: number) {
      await close()
      await open(spread, videos)
      const since = new Date(AT - 30_000)
      const { posts, pages } = await readAll({ limit, since })
      expect(numbers(posts).sort((a, b) => a - b)).toEqual(
        spread.flatMap((second, number) => (second >= -30 ? [number] : [])),
      )
      const times = posts.map(({ postedAt }) => postedAt.getTime())
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      for (const page of pages) expect(page.posts.length).toBeLessThanOrEqual(limit)
    }
    await fc.assert(property, { numRuns: 25 })
  })

  test('contain the words themselves, and a video without comments is skipped', async () => {
    double.turnOff('video2')
    const { posts } = await readAll({ query: { words: 'crm late', phrases: [], exclude: [] } })
    expect(numbers(posts)).toEqual(Array.from({ length: 75 }, (_, number) => number * 4))
  })

  test('of more videos than are read are marked as truncated', async () => {
    await close()
    await open(
      Array.from({ length: 60 }, (_, number) => -number),
      30,
    )
    const { posts, truncated } = await readAll()
    expect(posts).toHaveLength(50)
    expect(truncated).toBe(true)
  })

  test('are searched for words only, and with a key only', async () => {
    const query = { words: '', phrases: [], exclude: [] }
    await expect(readAll({ query })).rejects.toMatchObject({ kind: 'misconfigured' })
    await expect(readAll({ key: null })).rejects.toMatchObject({ kind: 'misconfigured' })
    expect(double.questions).toEqual([])
  })
})

test('stay within the hundred searches of a day, counted apart from other requests', async () => {
  const query = { words: 'nothing like it', phrases: [], exclude: [] }
  for (let search = 0; search < 100; search++) await readAll({ query })
  await expect(readAll({ query })).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 86_400_000 })
  expect(asked('search')).toHaveLength(100)
  expect((await readAll({ source: { externalId: double.channelId } })).posts).toHaveLength(300)
})

test('a spent quota is left alone until the day ends in California', async () => {
  const body = JSON.stringify({ error: { code: 403, errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }] } })
  double.failNext({ kind: 'status', status: 403, body })
  await expect(readAll()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 20 * 60 * 60 * 1000 })
  await expect(readAll()).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(double.questions).toHaveLength(1)
})

test('no address contains the key', async () => {
  await readAll()
  expect(double.questions.map(({ url }) => url.href).join()).not.toContain(double.key.key)
})

test('a channel is found by handle, id or address, and its comments have the same names', async () => {
  const community = { externalId: double.channelId, name: double.handle, displayName: 'Made up' }
  const address = `https://www.youtube.com/channel/${double.channelId}/videos`
  for (const typed of [double.handle, ` youtube.com/${double.handle}?x=1`, double.channelId, address])
    expect(await channel.findSource?.(typed, signal, double.key)).toEqual(community)
  const { posts } = await readAll({ source: { externalId: double.handle } })
  expect(posts).toHaveLength(300)
  expect(posts[0]?.community).toEqual(community)
  expect(posts[0]?.url).toBe('https://www.youtube.com/watch?v=video0&lc=Ugmade-up-0')
})

test.each(['', '@', 'two words', 'https://example.org/@x', '@nobody', 'UCshort', '%E0%A4%A'])(
  '%j is refused in words as no channel',
  async (typed) => {
    const found = channel.findSource?.(typed, signal, double.key)
    await expect(found).rejects.toMatchObject({ kind: 'misconfigured', message: expect.stringContaining('YouTube') })
  },
)

test('a check finds comments that were deleted', async () => {
  double.remove('Ugmade-up-7')
  const states = await channel.check?.(['Ugmade-up-7', 'Ugmade-up-8', '12', 'at://x'], signal, double.key)
  expect(Object.fromEntries(states ?? [])).toEqual({ 'Ugmade-up-7': 'deleted', 'Ugmade-up-8': 'present' })
})
