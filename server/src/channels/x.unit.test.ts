import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startXDouble, type XDouble } from '@leadlight/testing/doubles/x-double'
import type { Channel, ChannelPost, SearchPage, SearchRequest } from './channel.ts'
import { createX } from './x.ts'

const NOW = '2026-11-21T12:00:00Z'
const DAY_MS = 86_400_000
const { signal } = new AbortController()

let double: XDouble
let outbound: Outbound
let channel: Channel

beforeEach(async () => {
  const posts = Array.from({ length: 60 }, (_, number) =>
    corpusPost(number, {
      at: new Date(Date.parse(NOW) - 60_000 - number * (DAY_MS / 6)),
      words: number % 2 ? 'crm' : 'R&D crm',
    }),
  )
  double = await startXDouble({ posts })
  outbound = createOutbound({ userAgent: 'test' })
  channel = createX({ apiUrl: double.apiUrl, fetch: outbound.operator, clock: createImpatientClock(NOW) })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

async function readAll(asked: Partial<SearchRequest> = {}) {
  const pages: SearchPage[] = []
  do {
    const cursor = pages.at(-1)?.cursor ?? null
    const query = { words: 'crm', phrases: [], exclude: [] }
    const window = { since: new Date(Date.parse(NOW) - 3 * DAY_MS), until: new Date(NOW) }
    const page = { query, source: null, key: double.key, ...window, cursor, limit: 20, signal, ...asked }
    pages.push(await channel.search(page))
  } while (pages.at(-1)?.cursor !== null)
  const posts: ChannelPost[] = pages.flatMap((page) => page.posts)
  return { posts, truncated: pages.some((page) => page.truncated) }
}

test.each([1, 5, 20, 100])('every post of the window comes once, newest first, %d at a time', async (limit) => {
  const { posts, truncated } = await readAll({ limit })
  expect(posts.map(({ text }) => text.replace('R&D ', ''))).toEqual(
    Array.from({ length: 18 }, (_, number) => `crm number${number}`),
  )
  expect(truncated).toBe(false)
})

test('posts older than a week are out of reach, and the result is truncated', async () => {
  const { posts, truncated } = await readAll({ since: new Date(0) })
  expect(posts.length).toBeGreaterThan(40)
  expect(posts.length).toBeLessThan(44)
  expect(truncated).toBe(true)
})

test('no request leaves without a key or for an empty query, since every post read costs money', async () => {
  await expect(readAll({ key: null })).rejects.toMatchObject({ kind: 'misconfigured' })
  const query = { words: '', phrases: [], exclude: [] }
  await expect(readAll({ query })).rejects.toMatchObject({ kind: 'misconfigured' })
  expect(double.questions).toEqual([])
})

test('a search that finds nothing is no failure', async () => {
  const query = { words: 'nowhere', phrases: [], exclude: [] }
  expect(await readAll({ query })).toEqual({ posts: [], truncated: false })
})

test('X’s own refusals are reported in words', async () => {
  const reset = String(Date.parse(NOW) / 1000 + 90)
  double.failNext({ kind: 'status', status: 429, headers: { 'x-rate-limit-reset': reset } })
  await expect(readAll()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 90_000 })
  const body = '{"title":"CreditsDepleted","detail":"Your account has no credits left.","type":"x","status":402}'
  channel = createX({ apiUrl: double.apiUrl, fetch: outbound.operator, clock: createImpatientClock(NOW) })
  double.failNext({ kind: 'status', status: 402, body })
  await expect(readAll()).rejects.toMatchObject({
    kind: 'key_refused',
    message: 'X refused to answer (Your account has no credits left); check the key and what it pays for.',
  })
})

test('a check finds posts that were deleted', async () => {
  const { posts } = await readAll()
  const [gone = '', here = ''] = posts.map(({ externalId }) => externalId)
  double.remove(gone)
  const states = await channel.check?.([gone, here, 'x'], signal, double.key)
  expect(Object.fromEntries(states ?? [])).toEqual({ [gone]: 'deleted', [here]: 'present' })
})
