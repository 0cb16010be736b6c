import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound } from '../platform/outbound.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createDice } from '@leadlight/engine/testing/dice'
import { corpusPost, createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { asOnHackerNews, startHackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import type { HackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import type { Channel, SearchPage, SearchQuery } from './channel.ts'
import { createHackerNews } from './hacker-news.ts'

const NOW = '2026-11-21T12:00:00Z'
const EVERYTHING: SearchQuery = { words: '', phrases: [], exclude: [] }
const AT = new Date('2026-11-20T00:00:00Z')

let double: HackerNewsDouble
let outbound: Outbound
let channel: Channel
const { signal } = new AbortController()

beforeEach(async () => {
  const posts = Array.from({ length: 1_150 }, (_, number) =>
    asOnHackerNews(
      corpusPost(number + 1, { at: number < 1_100 ? AT : new Date(AT.getTime() - number * 1000), words: 'crm' }),
    ),
  )
  double = await startHackerNewsDouble({ posts, clock: createImpatientClock(NOW) })
  outbound = createOutbound({ userAgent: 'Leadlight (+https://leads.example.com)' })
  channel = createHackerNews({ ...double, fetch: outbound.operator, clock: createImpatientClock(NOW) })
})

afterEach(async () => {
  await outbound.close()
  await double.close()
})

function search(cursor: string | null, limit: number, query = EVERYTHING): Promise<SearchPage> {
  return channel.search({ query, source: null, since: new Date(0), until: new Date(NOW), cursor, limit, signal })
}

test.each([1000, 100])(
  'more posts in one second than can be listed are reported as truncated and reading continues, %d a page',
  async (limit) => {
    const pages: SearchPage[] = []
    do pages.push(await search(pages.at(-1)?.cursor ?? null, limit))
    while (pages.at(-1)?.cursor)
    const ids = pages.flatMap(({ posts }) => posts.map(({ externalId }) => externalId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(1_050)
    expect(pages.filter(({ truncated }) => truncated)).toHaveLength(1)
  },
)

test('typed text cannot become query syntax', async () => {
  await search(null, 10, { words: '-crm "late" a"b', phrases: ['say "no"', ' '], exclude: ['slow crm', 'fast', '--x'] })
  expect(double.questions[0]?.url.searchParams.get('query')).toBe('crm late a b "say no" -fast -x')
})

test('a request asks by date within the window, with our user agent', async () => {
  await search(null, 10)
  const { url, headers } = double.questions[0]!
  expect(url.pathname).toBe('/api/v1/search_by_date')
  expect(url.searchParams.get('numericFilters')).toBe('created_at_i>-1,created_at_i<1795262400')
  expect(url.searchParams.get('tags')).toBe('(story,comment,poll)')
  expect(headers['user-agent']).toContain('https://leads.example.com')
})

test('unusable entries are skipped, and unknown and wrong fields do no harm', async () => {
  const hits = [
    {
      objectID: '5',
      created_at_i: 1_795_000_000,
      title: 7,
      author: { x: 1 },
      points: 'many',
      _tags: 'story',
      nonsense: [],
    },
    { objectID: '../6', created_at_i: 1_795_000_000 },
    { objectID: '7', created_at_i: 'yesterday' },
  ]
  double.failNext({ kind: 'body', body: JSON.stringify({ hits, later: true }) })
  const { posts } = await search(null, 10)
  expect(posts).toEqual([
    expect.objectContaining({
      externalId: '5',
      title: null,
      author: null,
      text: '',
      points: null,
      url: 'https://news.ycombinator.com/item?id=5',
    }),
  ])
})

test('an answer that ignores the window does not loop', async () => {
  const hits = Array.from({ length: 10 }, (_, n) => ({ objectID: String(n), created_at_i: 5_000_000_000 }))
  double.failNext({ kind: 'body', body: JSON.stringify({ hits }) })
  await expect(search(null, 10)).rejects.toMatchObject({ kind: 'changed', retryAfterMs: null })
})

test('a check finds deleted posts, and leaves out ids that are not Hacker News’s', async () => {
  double.remove(1, 'deleted')
  double.remove(2, 'dead')
  double.remove(3, 'missing')
  const states = await channel.check!(['1', '2', '3', '4', 'x', '../maxitem'], signal)
  expect(Object.fromEntries(states)).toEqual({ 1: 'deleted', 2: 'deleted', 3: 'deleted', 4: 'present' })
})

test('a failing check erases nothing', async () => {
  double.failNext({ kind: 'status', status: 500 })
  await expect(channel.check!(['4'], signal)).rejects.toMatchObject({ kind: 'unreachable' })
  double.failNext({ kind: 'html' })
  await expect(channel.check!(['4'], signal)).rejects.toMatchObject({ kind: 'refused' })
})

test('requests stay below the ten thousand an hour at which an address is blocked', async () => {
  const still = { now: () => new Date(NOW), sleep: () => Promise.reject(new Error('nobody should wait that long')) }
  const answering = async () => new Response('{"hits":[]}')
  const patient = createHackerNews({ ...double, fetch: answering, clock: still })
  const request = {
    query: EVERYTHING,
    source: null,
    since: new Date(0),
    until: new Date(NOW),
    cursor: null,
    limit: 1,
    signal,
  }
  for (let asked = 0; asked < 9_000; asked++) await patient.search(request)
  await expect(patient.search(request)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_600_000 })
})

test('draws posts of the time alone, and none that is gone or hidden from readers', async () => {
  const posts = Array.from({ length: 40 }, (_, at) =>
    asOnHackerNews(corpusPost(5_000 + at, { at: new Date(AT.getTime() + at * 60_000), words: 'crm' })),
  )
  double.add(posts)
  const ids = double.items.slice(-40).map(({ id }) => id)
  const [deleted, dead, hidden] = ids.slice(20, 23)
  double.remove(deleted ?? 0, 'deleted')
  double.remove(dead ?? 0, 'dead')
  double.hide(hidden ?? 0)
  const [since, until] = [new Date(AT.getTime() + 20 * 60_000), new Date(AT.getTime() + 30 * 60_000)]
  const drawn = new Set<string>()
  const dice = createDice('draws')
  for (let draw = 0; draw < 60; draw += 1) {
    const request = { source: null, since, until, chance: () => dice.share(), signal }
    for (const id of (await channel.draws?.draw(request)) ?? []) drawn.add(id)
  }
  expect([...drawn].map(Number).toSorted((a, b) => a - b)).toEqual(ids.slice(22, 30))
})
