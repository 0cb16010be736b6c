import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startBlueskyDouble, type BlueskyDouble } from '@leadlight/testing/doubles/bluesky-double'
import { createBluesky } from './bluesky.ts'
import type { Channel, SearchRequest } from './channel.ts'

const NOW = '2026-11-21T12:00:00Z'
const { signal } = new AbortController()

let double: BlueskyDouble
let outbound: Outbound
let channel: Channel

beforeEach(async () => {
  const at = new Date('2026-11-20T00:00:00Z')
  double = await startBlueskyDouble({ posts: [0, 1, 2].map((number) => corpusPost(number, { at, words: 'crm' })) })
  outbound = createOutbound({ userAgent: 'test' })
  channel = createBluesky({
    pdsUrl: double.pdsUrl,
    key: double.key,
    fetch: outbound.operator,
    clock: createImpatientClock(NOW),
  })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

function search(asked: Partial<SearchRequest> = {}) {
  const query = { words: 'crm', phrases: [], exclude: [] }
  const window = { since: new Date(0), until: new Date(NOW) }
  return channel.search({ query, source: null, ...window, cursor: null, limit: 50, signal, ...asked })
}

const methods = () => double.questions.map(({ url }) => url.pathname.split('.').at(-1))

test('one session serves concurrent and later requests', async () => {
  await Promise.all([search(), search(), search()])
  await search()
  expect(methods().filter((method) => method === 'createSession')).toHaveLength(1)
})

test('an expired session is refreshed once for all, and made again where it cannot be', async () => {
  await search()
  double.expireSessions()
  await Promise.all([search(), search()])
  expect(methods().filter((method) => method === 'refreshSession')).toHaveLength(1)
  double.expireSessions({ refreshToo: true })
  expect((await search()).posts).toHaveLength(3)
  expect(methods().filter((method) => method === 'createSession')).toHaveLength(2)
})

test('a wrong app password is reported in words, and the next request tries again', async () => {
  const key = { identifier: double.key.identifier, password: 'wrong' }
  await expect(search({ key })).rejects.toMatchObject({
    kind: 'key_refused',
    message: expect.stringContaining('app password'),
  })
  await expect(search({ key })).rejects.toMatchObject({ kind: 'key_refused' })
  expect(methods()).toEqual(['createSession', 'createSession'])
})

test('a search without an account is refused', async () => {
  channel = createBluesky({ pdsUrl: double.pdsUrl, fetch: outbound.operator, clock: createImpatientClock(NOW) })
  await expect(search()).rejects.toMatchObject({ kind: 'misconfigured' })
  expect(double.questions).toEqual([])
})

test('a post’s time is when the network received it, and its link is for people', async () => {
  const { posts } = await search()
  expect(posts[0]).toMatchObject({
    postedAt: new Date('2026-11-20T00:00:00Z'),
    url: expect.stringMatching(/^https:\/\/bsky\.app\/profile\/made_up_\d\.made-up\.example\/post\/\d+$/),
  })
})

test('a check finds posts that were deleted', async () => {
  const [gone = '', here = ''] = (await search()).posts.map(({ externalId }) => externalId)
  double.remove(gone)
  const states = await channel.check?.([gone, here, '17'], signal)
  expect(Object.fromEntries(states ?? [])).toEqual({ [gone]: 'deleted', [here]: 'present' })
})
