import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../platform/outbound.ts'
import { startJetstreamDouble, type JetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import { until } from '@leadlight/testing/until'
import { listenToJetstream } from './bluesky-jetstream.ts'
import type { ListenRequest, StreamEvent } from './channel.ts'

const TEN_MINUTES_US = 600_000_000

let double: JetstreamDouble
let outbound: Outbound

beforeEach(async () => {
  double = await startJetstreamDouble()
  outbound = createOutbound({ userAgent: 'test' })
})
afterEach(async () => {
  await outbound.close()
  await double.close()
})

/** Listens in the background, and waits until the double knows. */
async function begin(asked: Partial<ListenRequest> = {}) {
  const { signal } = new AbortController()
  const jetstream = { url: double.url, open: outbound.operatorSocket }
  const told: StreamEvent[] = []
  let error: unknown
  const before = double.listeners()
  async function run() {
    for await (const event of listenToJetstream(jetstream, { source: null, cursor: null, signal, ...asked }))
      told.push(event)
  }
  const ended = run().catch((thrown: unknown) => (error = thrown))
  await until(() => double.listeners() > before || error !== undefined)
  return { told, ended }
}

test('the stream asks for posts only, up to the size limit, from the cursor on', async () => {
  await begin({ cursor: '1795262400000001' })
  expect(double.questions[0]?.pathname).toBe('/subscribe')
  expect(Object.fromEntries(double.questions[0]?.searchParams ?? [])).toEqual({
    wantedCollections: 'app.bsky.feed.post',
    maxMessageSizeBytes: '500000',
    cursor: '1795262400000001',
  })
})

test('a streamed post has what search would return, and the time the network received it', async () => {
  const { told } = await begin()
  const timeUs = double.sendPost('3l-a', ' <b>R&D</b> \u0000\ud800', 'did:web:made.up')
  await until(() => told.length === 1)
  expect(told).toEqual([
    {
      kind: 'post',
      cursor: String(timeUs),
      at: new Date(Math.floor(timeUs / 1000)),
      post: {
        platform: 'bluesky',
        externalId: 'at://did:web:made.up/app.bsky.feed.post/3l-a',
        kind: 'post',
        url: 'https://bsky.app/profile/did:web:made.up/post/3l-a',
        author: {
          externalId: 'did:web:made.up',
          name: 'did:web:made.up',
          url: 'https://bsky.app/profile/did:web:made.up',
        },
        title: null,
        text: '<b>R&D</b> \ufffd',
        postedAt: new Date(Math.floor(timeUs / 1000)),
        community: null,
        replies: null,
        points: null,
        license: null,
      },
    },
  ])
})

test('a changed post comes again as a post', async () => {
  const { told } = await begin()
  double.sendPost('a', 'first')
  const commit = { operation: 'update', collection: 'app.bsky.feed.post', rkey: 'a', record: { text: 'second' } }
  double.send({ did: 'did:plc:madeup', kind: 'commit', commit })
  await until(() => told.length === 2)
  expect(told.map((event) => event.kind === 'post' && [event.post.externalId, event.post.text])).toEqual([
    ['at://did:plc:madeup/app.bsky.feed.post/a', 'first'],
    ['at://did:plc:madeup/app.bsky.feed.post/a', 'second'],
  ])
})

test.each(['deactivated', 'deleted', 'suspended', 'takendown'])(
  'an account that is %s emits author_gone',
  async (status) => {
    const { told } = await begin()
    const timeUs = double.sendAccount('did:plc:gone', { active: false, status })
    const position = { cursor: String(timeUs), at: new Date(Math.floor(timeUs / 1000)) }
    await until(() => told.length === 1)
    expect(told).toEqual([{ kind: 'author_gone', authorExternalId: 'did:plc:gone', ...position }])
  },
)

test.each([{ active: true }, { active: false, status: 'throttled' }, { active: false }])(
  'an account that is %j stays',
  async (account) => {
    const { told } = await begin()
    double.sendAccount('did:plc:here', account)
    await until(() => told.length === 1)
    expect(told).toMatchObject([{ kind: 'alive' }])
  },
)

test('events not about posts are a sign of life every five seconds at most', async () => {
  const { told } = await begin()
  const like = { operation: 'create', collection: 'app.bsky.feed.like', rkey: 'a', record: { text: 'x' } }
  for (let number = 0; number < 50; number++) double.send({ did: 'did:plc:madeup', kind: 'commit', commit: like })
  double.passUs(5_000_000)
  double.send({ did: 'did:plc:madeup', kind: 'identity', identity: {} })
  double.sendPost('a', 'here')
  await until(() => told.some(({ kind }) => kind === 'post'))
  expect(told.map(({ kind }) => kind)).toEqual(['alive', 'alive', 'post'])
})

test('different events of one microsecond all come, and a repeated one once', async () => {
  const { told } = await begin()
  const commit = { operation: 'delete', collection: 'app.bsky.feed.post' }
  const at = { did: 'did:plc:madeup', kind: 'commit', time_us: 1_795_262_400_500_000 }
  for (const rkey of ['a', 'b', 'a', 'c']) double.send({ ...at, commit: { ...commit, rkey } })
  double.send({ ...at, time_us: at.time_us - 1, commit: { ...commit, rkey: 'late' } })
  double.send({ ...at, time_us: at.time_us + 1, commit: { ...commit, rkey: 'd' } })
  await until(() => told.length === 4)
  expect(told.map((event) => event.kind === 'deleted' && event.externalId.at(-1))).toEqual(['a', 'b', 'c', 'd'])
})

test('a server that no longer holds the events after the cursor is found out, however it continues', async () => {
  const cursor = String(double.sendPost('a', 'first'))
  double.clear()
  double.passUs(TEN_MINUTES_US)
  double.sendPost('b', 'second')
  const { told, ended } = await begin({ cursor })
  expect(await ended).toMatchObject({ name: 'ChannelError', kind: 'cursor_too_old', retryAfterMs: null })
  expect(told).toEqual([])
})

test('a short silence after the cursor is no gap', async () => {
  const cursor = String(double.sendPost('a', 'first'))
  double.passUs(TEN_MINUTES_US - 2_000)
  double.sendPost('b', 'second')
  const { told } = await begin({ cursor })
  await until(() => told.length === 1)
  expect(told).toMatchObject([{ kind: 'post', post: { text: 'second' } }])
})

test.each([
  { error: 'CursorTooOld', kind: 'cursor_too_old', retryAfterMs: null },
  { error: 'ConsumerTooSlow', kind: 'unreachable', retryAfterMs: 5_000 },
  { error: 'Whatever', kind: 'unreachable', retryAfterMs: 5_000 },
])('the error $error becomes $kind', async ({ error, ...expected }) => {
  const { ended } = await begin()
  double.sendRaw(JSON.stringify({ error, message: 'No more.' }))
  expect(await ended).toMatchObject({ name: 'ChannelError', ...expected })
  await until(() => double.listeners() === 0)
})

test('a connection closed normally is reported like a broken one', async () => {
  const { ended } = await begin()
  double.cut({ code: 1001, reason: 'Going away' })
  expect(await ended).toMatchObject({ kind: 'unreachable', retryAfterMs: 5_000 })
})

test('only a run of unreadable frames counts as a change of the protocol', async () => {
  const { ended } = await begin()
  for (let number = 0; number < 101; number++) double.sendRaw('{"kind":"news"}')
  expect(await ended).toMatchObject({ kind: 'changed' })
})

test('a frame too large to be read ends the stream', async () => {
  const { ended } = await begin()
  double.sendRaw(' '.repeat(1_100_000))
  expect(await ended).toMatchObject({ kind: 'unreachable' })
})

test.each([400, 429, 503, 302])('a handshake answered with %d is reported', async (status) => {
  double.refuseNext(status)
  const { ended } = await begin()
  expect(await ended).toMatchObject({ name: 'ChannelError', kind: 'unreachable' })
})

test('a stream of one account is refused, since Bluesky is streamed as a whole', async () => {
  const { ended } = await begin({ source: { externalId: 'did:plc:one' } })
  expect(await ended).toMatchObject({ kind: 'misconfigured' })
  expect(double.questions).toEqual([])
})
