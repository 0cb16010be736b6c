import { startJetstreamDouble, type JetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import { createOutbound } from '../platform/outbound.ts'
import { systemClock } from '../platform/clock.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawFromJetstream, isSampled } from './bluesky-draws.ts'

const START = new Date('2026-11-21T12:00:00Z')
const SECOND_US = 1_000_000
const { signal } = new AbortController()

let jetstream: JetstreamDouble
beforeEach(async () => {
  jetstream = await startJetstreamDouble({ startAt: START })
})
afterEach(() => jetstream.close())

const addressOf = (rkey: string) => `at://did:plc:madeup/app.bsky.feed.post/${rkey}`
/** Keys of posts that belong to the sample, the first of them. */
const sampled = Array.from({ length: 100_000 }, (_, at) => `p${at}`).filter((rkey) => isSampled(addressOf(rkey)))

async function draw(chance: number, seconds: number): Promise<string[]> {
  const url = new URL(jetstream.url)
  const outbound = createOutbound({ userAgent: 'test', allow: [url.host], clock: systemClock })
  const request = {
    source: null,
    since: START,
    until: new Date(START.getTime() + seconds * 1_000),
    chance: () => chance,
  }
  try {
    return await drawFromJetstream({ url: jetstream.url, open: outbound.operatorSocket }, { ...request, signal })
  } finally {
    await outbound.close()
  }
}

/** A post of the sample each second, and one beside it. */
function fill(seconds: number): void {
  for (const rkey of sampled.slice(0, seconds)) {
    jetstream.passUs(SECOND_US - 2_000)
    jetstream.sendPost(rkey, 'sampled')
    jetstream.sendPost('not', 'beside')
  }
  // What comes after the window ends the reading.
  jetstream.passUs(200 * SECOND_US)
  jetstream.sendPost('later', 'later')
}

test('about one post in five hundred belongs to the sample, whoever asks', () => {
  expect(sampled.length).toBeGreaterThan(150)
  expect(sampled.length).toBeLessThan(250)
})

test.each([
  { at: 'the beginning', chance: 0, count: 0 },
  { at: 'the middle', chance: 0.5, count: 60 },
  { at: 'the end', chance: 0.9999, count: 0 },
])('a minute is drawn at $at, cut off where the time ends', async ({ chance, count }) => {
  fill(120)
  const drawn = await draw(chance, 130)
  expect(Math.abs(drawn.length - count)).toBeLessThanOrEqual(1)
  expect(drawn.every(isSampled)).toBe(true)
})

test('what was deleted meanwhile is not drawn', async () => {
  fill(2)
  const [gone] = sampled
  const at = await draw(0.5, 31)
  expect(at).toContain(addressOf(gone ?? ''))
  jetstream.clear()
  jetstream.passUs(-201 * SECOND_US)
  jetstream.sendPost(gone ?? '', 'sampled')
  jetstream.sendDeletion(gone ?? '')
  jetstream.passUs(200 * SECOND_US)
  jetstream.sendPost('later', 'later')
  expect(await draw(0.5, 31)).not.toContain(addressOf(gone ?? ''))
})

test('nothing is asked where there is no time to draw from', async () => {
  expect(await draw(0.5, 10)).toEqual([])
  expect(jetstream.questions).toEqual([])
})
