import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startMastodonDouble, type MastodonDouble } from '@leadlight/testing/doubles/mastodon-double'
import type { Channel, ChannelPost, SearchPage, SearchRequest } from './channel.ts'
import { createMastodon } from './mastodon.ts'

const NOW = '2026-11-21T12:00:00Z'
const AT = Date.parse('2026-11-20T00:00:00Z')
const { signal } = new AbortController()

let double: MastodonDouble
let outbound: Outbound
let channel: Channel

beforeEach(async () => {
  const posts = Array.from({ length: 90 }, (_, number) =>
    corpusPost(number, { at: new Date(AT - number * 1000), words: 'crm '.repeat(1 + (number % 7)).trim() }),
  )
  double = await startMastodonDouble({ posts, noindex: ['made_up_3'] })
  outbound = createOutbound({ userAgent: 'test', allow: [double.hostAndPort] })
  channel = createMastodon({ fetch: outbound.guarded, clock: createImpatientClock(NOW) })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

async function readAll(asked: Partial<SearchRequest>): Promise<ChannelPost[]> {
  const pages: SearchPage[] = []
  do {
    const cursor = pages.at(-1)?.cursor ?? null
    const query = { words: 'crm', phrases: [], exclude: [] }
    const window = { since: new Date(0), until: new Date(NOW) }
    const source = { externalId: double.instanceUrl }
    pages.push(await channel.search({ query, source, ...window, cursor, limit: 20, signal, ...asked }))
  } while (pages.at(-1)?.cursor !== null)
  return pages.flatMap(({ posts }) => posts)
}

test('with a token words are searched, and results come in the order of time whatever the server’s order', async () => {
  const posts = await readAll({ key: { server: double.instanceUrl, token: double.token } })
  expect(posts).toHaveLength(72)
  expect(posts.map(({ postedAt }) => postedAt)).toEqual(
    posts.map(({ postedAt }) => postedAt).toSorted((a, b) => +b - +a),
  )
})

test('people who ask not to be indexed are left out', async () => {
  const posts = await readAll({ source: { externalId: `${double.instanceUrl}#any` } })
  expect(posts).toHaveLength(72)
  expect(posts.some(({ author }) => author?.name === 'made_up_3')).toBe(false)
})

test.each([{ key: null }, { key: { token: 'x' }, query: { words: '', phrases: [], exclude: [] } }])(
  'a search of a whole server without a token or words is refused: %j',
  async (asked) => {
    await expect(readAll(asked)).rejects.toMatchObject({ kind: 'misconfigured' })
    expect(double.questions).toEqual([])
  },
)

test('a check finds posts that were deleted', async () => {
  const [gone, here] = await readAll({ key: { server: double.instanceUrl, token: double.token } })
  double.remove(gone?.externalId.split('/').at(-1) ?? '')
  const states = await channel.check?.([gone?.externalId ?? '', here?.externalId ?? '', 'https://x.example/1'], signal)
  expect(states).toEqual(
    new Map([
      [gone?.externalId, 'deleted'],
      [here?.externalId, 'present'],
    ]),
  )
})

test('a server and a hashtag are found as they are typed', async () => {
  const typed = `${double.instanceUrl}#devops`
  expect(await channel.findSource?.(typed, signal)).toEqual({
    externalId: typed,
    name: '#devops',
    displayName: '#devops on Made up',
  })
  await expect(channel.findSource?.(`${double.instanceUrl}#two words`, signal)).rejects.toMatchObject({
    kind: 'misconfigured',
  })
})
