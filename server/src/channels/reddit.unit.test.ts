import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startRedditDouble, type RedditDouble } from '@leadlight/testing/doubles/reddit-double'
import type { Channel, SearchRequest } from './channel.ts'
import { createReddit } from './reddit.ts'

const NOW = '2026-11-21T12:00:00Z'
const AT = Date.parse('2026-11-20T00:00:00Z')
const { signal } = new AbortController()

let double: RedditDouble
let outbound: Outbound
let channel: Channel

beforeEach(async () => {
  const posts = Array.from({ length: 30 }, (_, number) =>
    corpusPost(number, { at: new Date(AT - number * 1000), words: 'R&D <b>crm</b>' }),
  )
  double = await startRedditDouble({ posts })
  outbound = createOutbound({ userAgent: 'test' })
  channel = createReddit({ ...double, fetch: outbound.operator, clock: createImpatientClock(NOW) })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

function search(asked: Partial<SearchRequest> = {}) {
  const query = { words: 'crm', phrases: [], exclude: [] }
  const window = { since: new Date(0), until: new Date(NOW) }
  return channel.search({ query, source: null, key: double.key, ...window, cursor: null, limit: 50, signal, ...asked })
}

const tokensAsked = () => double.questions.filter(({ url }) => url.pathname === '/api/v1/access_token').length

test('one token serves until it is revoked, then another', async () => {
  await Promise.all([search(), search()])
  await search()
  expect(tokensAsked()).toBe(1)
  double.endTokens()
  expect((await search()).posts).toHaveLength(30)
  expect(tokensAsked()).toBe(2)
})

test('a key unknown to Reddit is reported in words', async () => {
  const key = { clientId: 'made-up-id', clientSecret: 'wrong' }
  await expect(search({ key })).rejects.toMatchObject({ kind: 'key_refused', retryAfterMs: null })
})

test('words are searched for, and without any the newest are listed', async () => {
  await search({ source: { externalId: 'made_up' } })
  await search({ query: { words: '', phrases: [], exclude: [] } })
  const asked = double.questions.slice(1).map(({ url }) => `${url.pathname}?${url.searchParams.get('q') ?? ''}`)
  expect(asked).toEqual(['/r/made_up/search?crm', '/r/all/new?'])
})

test('without a key a subreddit is read from its feed, as far as that reaches', async () => {
  const { posts, truncated, cursor } = await search({ key: null, source: { externalId: 'made_up' } })
  expect(posts).toHaveLength(25)
  expect([truncated, cursor]).toEqual([true, null])
  const byApi = (await search()).posts[0]
  expect(posts[0]).toMatchObject({
    externalId: byApi?.externalId,
    text: byApi?.text,
    title: byApi?.title,
    url: byApi?.url,
  })
  await expect(search({ key: null })).rejects.toMatchObject({ kind: 'misconfigured' })
})

test('a block page in place of the feed is reported as a block', async () => {
  double.failNext({ kind: 'html' })
  const blocked = search({ key: null, source: { externalId: 'made_up' } })
  await expect(blocked).rejects.toMatchObject({ kind: 'refused', retryAfterMs: 900_000 })
})

test('deleted and removed posts are not read, and a check finds them', async () => {
  const [first = '', second = '', third = ''] = (await search()).posts.map(({ externalId }) => externalId)
  double.remove(first, 'deleted')
  double.remove(second, 'removed')
  expect((await search()).posts).toHaveLength(28)
  const states = await channel.check?.([first, second, third, 'x'], signal, double.key)
  expect(Object.fromEntries(states ?? [])).toEqual({ [first]: 'deleted', [second]: 'deleted', [third]: 'present' })
})

test.each(['r/made_up', '/r/Made_Up', 'made_up', 'https://old.reddit.com/r/made_up/'])('%s is found', async (typed) => {
  const found = { externalId: 'made_up', name: 'made_up', displayName: 'r/made_up' }
  expect(await channel.findSource?.(typed, signal, double.key)).toEqual(found)
})
