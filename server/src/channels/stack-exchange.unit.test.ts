import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound } from '../platform/outbound.ts'
import type { Outbound } from '../platform/outbound.ts'
import { createDice } from '@leadlight/engine/testing/dice'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import { startStackExchangeDouble } from '@leadlight/testing/doubles/stack-exchange-double'
import type { StackExchangeDouble } from '@leadlight/testing/doubles/stack-exchange-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import type { ManualClock } from '@leadlight/testing/manual-clock'
import type { Channel, SearchRequest } from './channel.ts'
import { createStackExchange } from './stack-exchange.ts'
import { STACK_EXCHANGE_SITES } from './stack-exchange-sites.ts'

const NOW = '2026-11-21T12:00:00Z'
const CRM = { words: 'crm', phrases: [], exclude: [] }
const EVERYTHING = { words: '', phrases: [], exclude: [] }
const { signal } = new AbortController()

let double: StackExchangeDouble
let outbound: Outbound
let channel: Channel
let clock: ManualClock

beforeEach(async () => {
  const at = new Date('2026-11-20T00:00:00Z')
  double = await startStackExchangeDouble({
    posts: [1, 2, 3].map((number) => corpusPost(number, { at: new Date(at.getTime() + number * 1_000), words: 'crm' })),
  })
  outbound = createOutbound({ userAgent: 'test' })
  clock = createManualClock(NOW)
  channel = createStackExchange({
    apiUrl: double.apiUrl,
    key: 'k3y',
    sites: STACK_EXCHANGE_SITES,
    fetch: outbound.operator,
    clock,
  })
})

afterEach(async () => {
  await outbound.close()
  await double.close()
})

function search(asked: Partial<SearchRequest> = {}) {
  return channel.search({
    query: CRM,
    source: null,
    since: new Date(0),
    until: new Date(NOW),
    cursor: null,
    limit: 50,
    signal,
    ...asked,
  })
}

test('a search goes to the first site by default, with bodies and key, and keeps licence and author', async () => {
  const { posts, limits } = await search()
  expect(Object.fromEntries(double.questions[0]!.url.searchParams)).toEqual({
    site: 'stackoverflow',
    q: 'crm',
    fromdate: '0',
    todate: '1795262399',
    sort: 'creation',
    order: 'desc',
    pagesize: '50',
    page: '1',
    filter: 'withbody',
    key: 'k3y',
  })
  expect(double.questions[0]!.headers['accept-encoding']).toContain('gzip')
  expect(posts[0]).toMatchObject({
    kind: 'question',
    license: 'CC BY-SA 4.0',
    community: { displayName: 'Stack Overflow' },
    url: expect.stringMatching(/^https:/),
  })
  expect(limits).toEqual({ remaining: 9_999, resetAt: null, retryAfterMs: null })
})

test('an empty query lists questions', async () => {
  await search({ query: EVERYTHING })
  expect(double.questions[0]?.url.pathname).toBe('/2.3/questions')
})

test('a site that is not set up is refused before any request', async () => {
  await expect(search({ source: { externalId: 'cooking' } })).rejects.toMatchObject({
    kind: 'misconfigured',
    retryAfterMs: null,
  })
  expect(double.questions).toEqual([])
})

test('a backoff is obeyed for its method and no other', async () => {
  double.askBackoff(8)
  expect((await search()).limits?.retryAfterMs).toBe(8_000)
  await search({ query: EVERYTHING })
  const next = search()
  await expect.poll(() => clock.sleeping()).toBe(1)
  expect(double.questions).toHaveLength(2)
  await clock.advance(8_000)
  await next
  expect(double.questions).toHaveLength(3)
})

test('a long backoff is an error that says when', async () => {
  double.askBackoff(90)
  await search()
  await expect(search()).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 90_000 })
})

test('a throttle violation says its seconds, and no request leaves until they are over', async () => {
  double.throttleFor(67_194)
  await expect(search()).rejects.toMatchObject({
    kind: 'rate_limited',
    retryAfterMs: 67_194_000,
    message: 'Stack Exchange asks us to slow down; reading goes on in 19 hours.',
  })
  await expect(search({ query: EVERYTHING })).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(double.questions).toHaveLength(1)
  await clock.advance(67_194_000)
  expect((await search()).posts).toHaveLength(3)
})

test.each([
  [{ error_id: 400, error_name: 'bad_parameter', error_message: 'page' }, 'refused', null],
  [{ error_id: 403, error_name: 'access_denied', error_message: 'key is invalid' }, 'refused', null],
  [{ error_id: 500, error_name: 'internal_error', error_message: 'oops' }, 'unreachable', 60_000],
  [{ error_id: 503, error_name: 'temporarily_unavailable', error_message: '' }, 'unreachable', 60_000],
  [{ error_id: 502, error_name: 'throttle_violation', error_message: 'slow down' }, 'rate_limited', 3_600_000],
])('the error %o, which comes as a 400, is told apart', async (error, kind, retryAfterMs) => {
  double.failNext({
    kind: 'status',
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(error),
  })
  await expect(search()).rejects.toMatchObject({ kind, retryAfterMs })
})

test('a negative quota counts as zero, and an invalid address is dropped', async () => {
  const items = [
    {
      question_id: 9,
      creation_date: 1_795_000_000,
      link: 'javascript:alert(1)',
      owner: { display_name: 'J&#246;rg', link: 'javascript:1' },
    },
  ]
  double.failNext({ kind: 'body', body: JSON.stringify({ items, quota_remaining: -4 }) })
  const { posts, limits } = await search()
  expect(limits?.remaining).toBe(0)
  expect(posts[0]).toMatchObject({
    url: 'https://stackoverflow.com/q/9',
    author: { name: 'Jörg', url: null },
    license: 'CC BY-SA',
  })
})

test('a check finds posts that were deleted', async () => {
  double.remove(2)
  const states = await channel.check!(['stackoverflow:1', 'stackoverflow:2', 'nonsense'], signal)
  expect(Object.fromEntries(states)).toEqual({ 'stackoverflow:1': 'present', 'stackoverflow:2': 'deleted' })
  double.failNext({ kind: 'status', status: 500 })
  await expect(channel.check!(['stackoverflow:1'], signal)).rejects.toMatchObject({ kind: 'unreachable' })
})

test('draws questions between the first and the last of a time, in three requests', async () => {
  const at = new Date('2026-11-20T00:00:00Z')
  const dice = createDice('draws')
  const draw = (since: Date, until: Date) =>
    channel.draws?.draw({ source: null, since, until, chance: () => dice.share(), signal })
  const { posts } = await search({ query: EVERYTHING })
  const ids = posts.map(({ externalId }) => externalId).toSorted()
  double.questions.length = 0
  expect((await draw(at, new Date(NOW)))?.toSorted()).toEqual(ids)
  expect(double.questions).toHaveLength(3)
  double.remove(Number(ids[1]?.split(':')[1]))
  expect((await draw(at, new Date(NOW)))?.toSorted()).toEqual([ids[0], ids[2]])
  expect(await draw(new Date(0), at)).toEqual([])
})
