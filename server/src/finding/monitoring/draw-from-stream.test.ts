import { json, startDouble, type Double } from '@leadlight/testing/doubles/double-server'
import { startJetstreamDouble, type JetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { startMonitored } from '@leadlight/testing/monitoring-fixture'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { startStreamFixture, type StreamFixture } from '@leadlight/testing/stream-fixture'
import { until } from '@leadlight/testing/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSampled } from '../../channels/bluesky-draws.ts'
import { drawPosts } from './draw-posts.ts'

const SECOND_US = 1_000_000
const HOUR_MS = 3_600_000
const { signal } = new AbortController()

const addressOf = (rkey: string) => `at://did:plc:madeup/app.bsky.feed.post/${rkey}`
/** Keys of posts that belong to the sample. */
const sampled = Array.from({ length: 10_000 }, (_, at) => `s${at}`).filter((rkey) => isSampled(addressOf(rkey)))
const [heard = '', late = '', missed = '', gone = ''] = sampled

let fixture: StreamFixture
let other: JetstreamDouble
let shown: Double
let otherSinceMs: number
beforeAll(async () => {
  otherSinceMs = Date.now()
  other = await startJetstreamDouble({ startAt: new Date(otherSinceMs) })
  shown = await startDouble(({ url }) =>
    json({
      posts: url.searchParams
        .getAll('uris')
        .filter((uri) => uri !== addressOf(gone))
        .map((uri) => ({ uri })),
    }),
  )
  fixture = await startStreamFixture({
    environment: { JETSTREAM_DRAW_URL: other.url, BLUESKY_PUBLIC_API_URL: shown.url },
  })
})
afterAll(async () => {
  await fixture.close()
  await Promise.all([other.close(), shown.close()])
})

interface DrawRow {
  external_id: string
  met_at: Date | null
  missed_at: Date | null
}

test('posts of Bluesky are drawn from another server, met where the stream brought them, and missed where it did not', async () => {
  const { app, jetstream, monitoring } = fixture
  const org = await app.organization()
  await startMonitored(org)
  await fixture.untilListening()
  const ask = await openUnfenced(app.database)
  jetstream.sendPost(heard, 'Nothing that anybody looks for')
  await until(async () => (await ask('select from watch_post')).length === 1)

  // Wherever in the minute to come is drawn, they are there.
  const atMs = Date.now()
  other.passUs((atMs - otherSinceMs) * 1_000)
  for (let seconds = 0; seconds < 50; seconds += 5) {
    other.passUs(5 * SECOND_US)
    for (const rkey of [heard, late, missed, gone, 'not-of-the-sample']) other.sendPost(rkey, 'As said')
  }
  other.passUs(60 * SECOND_US)
  other.sendPost('afterwards', 'As said')
  const clock = createManualClock(new Date(atMs + 60_000).toISOString())
  // Late in the time that can be drawn from.
  const random = { bytes: (length: number) => Buffer.alloc(length, 0xb3) }
  const drawing = { ...monitoring, clock, random }
  await drawPosts(drawing, signal)
  const rows = () =>
    ask<DrawRow>('select external_id, met_at, missed_at from watch_draw order by drawn_at, external_id')
  const metOf = async () => (await rows()).filter(({ met_at: at }) => at !== null).map(({ external_id: id }) => id)
  expect((await rows()).map(({ external_id: id }) => id)).toEqual([heard, late, missed, gone].map(addressOf).toSorted())
  expect(await metOf()).toEqual([addressOf(heard)])

  jetstream.sendPost(late, 'Nothing that anybody looks for either')
  await until(async () => (await metOf()).length === 2)
  expect(await metOf()).toEqual([heard, late].map(addressOf).toSorted())

  await clock.advance(7 * HOUR_MS)
  // The other server no longer holds what came between, so nothing more is drawn.
  other.passUs(8 * 3_600 * SECOND_US)
  other.sendPost('that-evening', 'As said')
  // Half an hour past the draw it is sure what was not met.
  jetstream.passUs(40 * 60 * SECOND_US)
  jetstream.sendPost('much-later', 'Nothing that anybody looks for')
  const isReadOn = `select from watch where way = 'stream' and read_to > (select max(drawn_at) from watch_draw) + interval '30 minutes'`
  await until(async () => (await ask(isReadOn)).length === 1)
  await drawPosts(drawing, signal)
  const settled = await rows()
  expect(settled.filter(({ missed_at: at }) => at !== null).map(({ external_id: id }) => id)).toEqual([
    addressOf(missed),
  ])
  expect(settled.map(({ external_id: id }) => id)).not.toContain(addressOf(gone))
})
