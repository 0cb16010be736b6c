import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound } from '../platform/outbound.ts'
import type { Outbound } from '../platform/outbound.ts'
import { corpusPost, numberOf } from '@leadlight/testing/channel-fixtures'
import { startFeedsDouble } from '@leadlight/testing/doubles/feeds-double'
import type { FeedsDouble } from '@leadlight/testing/doubles/feeds-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { processorMs } from '@leadlight/engine/testing/processor-time'
import type { Channel, SearchRequest } from './channel.ts'
import { createFeeds } from './feeds.ts'

const NOW = '2026-11-21T12:00:00Z'
const { signal } = new AbortController()

let double: FeedsDouble
let outbound: Outbound
let channel: Channel

beforeEach(async () => {
  const posts = [1, 2, 3, 4, 5].map((number) =>
    corpusPost(number, { at: new Date(Date.parse(NOW) - number * 86_400_000), words: 'crm' }),
  )
  double = await startFeedsDouble({ posts, entriesMax: 3 })
  outbound = createOutbound({ userAgent: 'test', allow: [double.hostAndPort] })
  channel = createFeeds({ fetch: outbound.guarded, clock: createManualClock(NOW) })
})

afterEach(async () => {
  await outbound.close()
  await double.close()
})

function search(externalId: string | null, asked: Partial<SearchRequest> = {}) {
  return channel.search({
    query: { words: '', phrases: [], exclude: [] },
    source: externalId === null ? null : { externalId },
    since: new Date('2026-11-01T00:00:00Z'),
    until: new Date(NOW),
    cursor: null,
    limit: 50,
    signal,
    ...asked,
  })
}

/** Serves one document in place of the RSS feed. */
function serving(body: string) {
  double.failNext({ kind: 'body', body })
  return search(double.feedUrl('rss'))
}

test('a feed that begins after the window does is truncated', async () => {
  expect((await search(double.feedUrl('rss'))).truncated).toBe(true)
  const since = new Date(Date.parse(NOW) - 3 * 86_400_000)
  expect(await search(double.feedUrl('rss'), { since })).toMatchObject({ truncated: false, posts: { length: 3 } })
})

test('an unchanged feed is not sent again but read from memory', async () => {
  const first = await search(double.feedUrl('atom'))
  const again = await search(double.feedUrl('atom'))
  expect(double.questions[1]?.headers['if-none-match']).toMatch(/^"/)
  expect(again.posts).toEqual(first.posts)
})

test('of long feeds only the newest are remembered, some twenty million characters in all', async () => {
  const item = { id: 'a', content_text: 'x'.repeat(4_400_000) }
  const long = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [item] })
  const known: string[] = []
  channel = createFeeds({
    clock: createManualClock(NOW),
    fetch: async (url, init) => {
      const isKnown = new Headers(init?.headers).has('if-none-match')
      if (isKnown) known.push(String(url))
      return isKnown ? new Response(null, { status: 304 }) : new Response(long, { headers: { etag: '"1"' } })
    },
  })
  const feeds = [1, 2, 3, 4, 5].map((number) => `https://long.example/${number}`)
  for (const feed of feeds) await search(feed)
  for (const feed of feeds.toReversed()) await search(feed)
  expect(known).toEqual(feeds.slice(1).toReversed())
})

test('an entry has the same id in every reading, and another id in another feed', async () => {
  const idsOf = async (url: string) => (await search(url)).posts.map(({ externalId }) => externalId)
  const rss = await idsOf(double.feedUrl('rss'))
  expect(await idsOf(double.feedUrl('rss'))).toEqual(rss)
  expect((await idsOf(double.feedUrl('atom'))).some((id) => rss.includes(id))).toBe(false)
})

test('entries without a date count as just posted, once, however the pages fall', async () => {
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page = await search(`${double.url}/undated`, { cursor, limit: 2 })
    seen.push(...page.posts.map(numberOf))
    cursor = page.cursor
  } while (cursor !== null)
  expect(new Set(seen)).toEqual(new Set([1, 2, 3]))
  expect(seen).toHaveLength(3)
})

describe('what is no feed', () => {
  test('a page that has a feed is refused, and the answer says where the feed is', async () => {
    await expect(search(`${double.url}/page`)).rejects.toMatchObject({
      kind: 'not_a_feed',
      retryAfterMs: null,
      message: `There is no feed at ${double.url}/page; its feed is at ${double.url}/feeds/rss: enter that address.`,
    })
  })

  test.each(['/page-without', '/nothing-here', '/gone'])('%s is reported as no feed, not as trouble', async (path) => {
    await expect(search(double.url + path)).rejects.toMatchObject({ retryAfterMs: null })
  })

  test.each([
    '',
    ' ',
    'news',
    'ftp://example.com/feed',
    'http://127.0.0.1/feed',
    'http://localhost/feed',
    'http://[::1]:443/',
    'https://user:pass@example.com/feed',
    'http://169.254.169.254/',
  ])('the address %j is refused', async (address) => {
    await expect(search(address)).rejects.toMatchObject({ kind: 'misconfigured', retryAfterMs: null })
  })

  test('a missing address is refused', async () => {
    await expect(search(null)).rejects.toMatchObject({ kind: 'misconfigured' })
  })

  test('an entity bomb is not expanded', async () => {
    const tookMs = await processorMs(async () => {
      const posts = await search(`${double.url}/entity-bomb`).then(
        (page) => page.posts,
        () => [],
      )
      expect(JSON.stringify(posts).length).toBeLessThan(10_000)
    })
    expect(tookMs).toBeLessThan(1_000)
  })
})

describe('what feeds look like in the wild', () => {
  test('titles are text and descriptions are HTML, both unescaped once', async () => {
    const { posts } =
      await serving(`<rss version="2.0"><channel><title>T</title><item><title>R&amp;amp;D &amp;lt;div&amp;gt;</title>
      <guid>https://example.com/a</guid><pubDate>Fri, 20 Nov 2026 10:00:00 +0200</pubDate>
      <description>&lt;p&gt;one &amp;amp;amp; &amp;lt;b&amp;gt;&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</description></item></channel></rss>`)
    expect(posts[0]).toMatchObject({
      title: 'R&D <div>',
      text: 'one &amp; <b>\n\ntwo',
      url: 'https://example.com/a',
      postedAt: new Date('2026-11-20T08:00:00Z'),
      community: { displayName: 'T' },
    })
  })

  test('relative links are resolved against the feed, and links other than web links are dropped', async () => {
    const { posts } = await serving(`<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>x</id>
      <entry><id>a</id><title>A</title><updated>2026-11-20T10:00:00Z</updated><link href="/posts/a"/></entry>
      <entry><id>b</id><title type="html">&lt;i&gt;B&lt;/i&gt;</title><updated>2026-11-19T10:00:00Z</updated><link href="javascript:alert(1)"/></entry></feed>`)
    expect(posts.map(({ url, title }) => [url, title])).toEqual([
      [`${double.url}/posts/a`, 'A'],
      [expect.stringMatching(/^http:\/\/127/), 'B'],
    ])
  })

  test('an entry without a page of its own links to its site, and the feed’s own address is not shown', async () => {
    double.failNext({
      kind: 'body',
      body: `<rss version="2.0"><channel><title>T</title><item><title>A</title></item>
        <item><title>B</title><guid isPermaLink="false">b</guid><link>#b</link></item></channel></rss>`,
    })
    const { posts } = await search(`${double.feedUrl('rss')}?token=tulip`)
    expect(posts.map(({ url, title }) => [url, title])).toEqual([
      [`${double.url}/`, 'A'],
      [`${double.url}/`, 'B'],
    ])
  })

  test('a date in the future counts as now', async () => {
    const { posts } = await serving(
      `<rss version="2.0"><channel><title>T</title><item><title>later</title><pubDate>Fri, 20 Nov 2099 10:00:00 GMT</pubDate></item></channel></rss>`,
    )
    expect(posts[0]?.postedAt).toEqual(new Date(Date.parse(NOW) - 1000))
  })
})
