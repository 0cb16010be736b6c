import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import {
  presentStatus,
  startMastodonStreamDouble,
  type MastodonStreamDouble,
} from '@leadlight/testing/doubles/mastodon-stream-double'
import { until } from '@leadlight/testing/until'
import type { ListenRequest, StreamEvent } from './channel.ts'
import { createMastodon } from './mastodon.ts'

const NOW = '2026-11-21T12:00:00Z'

let double: MastodonStreamDouble
let outbound: Outbound

beforeEach(async () => {
  double = await startMastodonStreamDouble()
  outbound = createOutbound({ userAgent: 'test', allow: [double.hostAndPort] })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

async function begin(asked: Partial<ListenRequest> = {}) {
  const channel = createMastodon({ fetch: outbound.guarded, clock: createImpatientClock(NOW) })
  const giveUp = new AbortController()
  const told: StreamEvent[] = []
  let error: unknown
  const before = double.listeners()
  const source = { externalId: `${double.instanceUrl}#madeup` }
  const request = {
    source,
    key: { server: double.instanceUrl, token: double.token },
    cursor: null,
    signal: giveUp.signal,
    ...asked,
  }
  async function run() {
    for await (const event of channel.listen?.(request) ?? []) if (event.kind !== 'alive') told.push(event)
  }
  const ended = run().catch((thrown: unknown) => (error = thrown))
  await until(() => double.listeners() > before || error !== undefined)
  return { told, ended, stop: () => giveUp.abort(new Error('enough')) }
}

const textsOf = (told: StreamEvent[]) => told.map((event) => (event.kind === 'post' ? event.post.text : event.kind))

test('the server is asked where its streams are, and then for the hashtag', async () => {
  await begin()
  expect(double.questions.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/v2/instance',
    '/api/v1/streaming/hashtag?tag=madeup',
  ])
})

test('events are read whole, wherever their pieces are cut', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '漢', '😀', '\\n', ':', 'data'), maxLength: 20 })
  const property = fc.asyncProperty(
    fc.array(text, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    async (texts, pieceBytes, lineEnd) => {
      const { told, stop, ended } = await begin()
      const events = texts.map((said, number) => {
        const data = JSON.stringify(presentStatus('https://made.up', String(number), `x ${said} x`))
        const [head, tail] = [data.slice(0, 1), data.slice(1)]
        return [':thump', 'event: update', `data: ${head}`, `data:${tail}`, 'id: 7', '', ''].join(lineEnd)
      })
      await double.sendRaw(`${events.join('')}:end${lineEnd}`, pieceBytes)
      await until(() => told.length === texts.length)
      const flat = (said: string) => said.replace(/\s+/g, ' ')
      expect(textsOf(told).map(flat)).toEqual(texts.map((said) => flat(`x ${said} x`)))
      stop()
      await ended
      await until(() => double.listeners() === 0)
    },
  )
  await fc.assert(property, { numRuns: 15 })
}, 60_000)

test('a changed post comes again, and an unchanged one does not', async () => {
  const { told } = await begin()
  double.sendStatus('update', '1', 'first')
  double.sendStatus('update', '1', 'first')
  double.sendStatus('status.update', '1', 'second')
  await until(() => told.length === 2)
  double.sendStatus('update', '2', 'third')
  await until(() => told.length === 3)
  expect(textsOf(told)).toEqual(['first', 'second', 'third'])
  expect(told[0]).toMatchObject({
    cursor: '2026-11-21T12:00:00.000Z',
    post: {
      externalId: `${double.instanceUrl}/@made_up/1`,
      community: { externalId: `${double.instanceUrl}#madeup`, name: '#madeup' },
    },
  })
})

test('bots, people who ask not to be indexed, and posts that are not public are left out', async () => {
  const { told } = await begin()
  const status = presentStatus(double.instanceUrl, '1', 'no')
  double.send('update', { ...status, account: { ...status.account, bot: true } })
  double.send('update', { ...status, account: { ...status.account, noindex: true } })
  double.send('update', { ...status, visibility: 'private' })
  double.send('delete', '1')
  double.sendStatus('update', '2', 'yes')
  await until(() => told.length > 0)
  expect(textsOf(told)).toEqual(['yes'])
})

test.each([
  { what: 'no key', asked: () => ({ key: null }), kind: 'misconfigured' },
  { what: 'a wrong token', asked: () => ({ key: { server: double.instanceUrl, token: 'wrong' } }), kind: 'refused' },
  {
    what: "another server's token",
    asked: () => ({ key: { server: 'https://elsewhere.example', token: double.token } }),
    kind: 'misconfigured',
  },
  { what: 'no source', asked: () => ({ source: null }), kind: 'misconfigured' },
])('a stream without a source or a token of its server is refused: $what', async ({ asked, kind }) => {
  const { ended } = await begin(asked())
  expect(await ended).toMatchObject({ name: 'ChannelError', kind, retryAfterMs: null })
})

test('a whole server is not streamed', async () => {
  const { ended } = await begin({ source: { externalId: double.instanceUrl } })
  expect(await ended).toMatchObject({ kind: 'misconfigured' })
  expect(double.questions).toEqual([])
})

test.each([
  { answer: { status: 200, type: 'text/html', body: '<h1>Hello</h1>' }, kind: 'changed' },
  { answer: { status: 429, type: 'text/plain', body: '' }, kind: 'rate_limited' },
  { answer: { status: 503, type: 'text/plain', body: '' }, kind: 'unreachable' },
])('an answer that is no stream is reported: $answer', async ({ answer, kind }) => {
  double.answerNext(answer)
  const { ended } = await begin()
  expect(await ended).toMatchObject({ name: 'ChannelError', kind })
})

test('an event without an end is given up before it fills the memory', async () => {
  const { ended } = await begin()
  await double.sendRaw(`event: update\ndata: ${'x'.repeat(1_100_000)}`, 100_000)
  expect(await ended).toMatchObject({ kind: 'changed' })
  await until(() => double.listeners() === 0)
})

test('a stream that ends normally is reported', async () => {
  const { ended } = await begin()
  double.finish()
  expect(await ended).toMatchObject({ kind: 'unreachable', retryAfterMs: 5_000 })
})

test('what a slow reader has not taken stays with the platform', async () => {
  const channel = createMastodon({ fetch: outbound.guarded, clock: createImpatientClock(NOW) })
  const source = { externalId: `${double.instanceUrl}#madeup` }
  const { signal } = new AbortController()
  const request = { source, key: { server: double.instanceUrl, token: double.token }, cursor: null, signal }
  const events = channel.listen?.(request)[Symbol.asyncIterator]()
  await events?.next()
  for (let number = 0; number < 300; number++) double.sendStatus('update', String(number), 'x'.repeat(100_000))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(double.waitingBytes()).toBeGreaterThan(15_000_000)
  await events?.return?.()
})
