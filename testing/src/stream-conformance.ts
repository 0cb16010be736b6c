import { describe, expect, test } from 'vitest'
import { ChannelError } from '@leadlight/server/channels/channel'
import type { Channel, ChannelKey, ListenRequest, StreamEvent } from '@leadlight/server/channels/channel'
import type { Clock } from '@leadlight/server/platform/clock'
import { createManualClock } from './manual-clock.ts'
import { until } from './until.ts'

const NOW = '2026-11-21T12:00:00Z'

/** A channel with a stream, and a double that sends what it is told to. */
export interface StreamConformanceFixture {
  channel: Channel
  source: { externalId: string } | null
  key: ChannelKey | null
  /** Sends a post with this number and returns its id. */
  say(number: number, text: string): void
  unsay(number: number): void
  externalIdOf: (number: number) => string
  keepAlive(): void
  /** Sends something unreadable. */
  garble(): void
  /** How many listen now. */
  listeners(): number
  /** Breaks every connection. */
  cut(): void
  /** Stops the platform, so that nobody answers any more. */
  shut(): Promise<void>
  stop(): Promise<void>
}

export interface StreamTraits {
  open: (options: { networkClock?: Clock; queuedCharsMax?: number }) => Promise<StreamConformanceFixture>
  /** Whether a cursor brings missed posts, or is ignored and listening begins now. */
  cursor: 'brings_missed' | 'ignored'
  /** What happens to a reader slower than the platform: it is disconnected, or the platform waits for it. */
  slowReader: 'let_go' | 'waited_for'
}

async function withStand(
  { open }: StreamTraits,
  run: (fixture: StreamConformanceFixture) => Promise<void>,
  options: Parameters<StreamTraits['open']>[0] = {},
): Promise<void> {
  const fixture = await open(options)
  await run(fixture).finally(() => fixture.stop())
}

function listen(
  fixture: StreamConformanceFixture,
  asked: Partial<ListenRequest> = {},
): AsyncIterator<StreamEvent, void> {
  const { channel, source, key } = fixture
  if (!channel.listen) throw new Error(`${channel.platform} cannot be listened to`)
  const signal = new AbortController().signal
  return channel.listen({ source, key, cursor: null, signal, ...asked })[Symbol.asyncIterator]()
}

type Events = AsyncIterator<StreamEvent, void>

/** Listens, and waits until the platform knows. */
async function begin(fixture: StreamConformanceFixture, asked: Partial<ListenRequest> = {}) {
  const before = fixture.listeners()
  const events = listen(fixture, asked)
  const first = events.next()
  first.catch(() => {})
  await until(() => fixture.listeners() > before)
  let isFirst = true
  const next = (): Promise<IteratorResult<StreamEvent, void>> => {
    if (!isFirst) return events.next()
    isFirst = false
    return first
  }
  return { next, stop: () => events.return?.() }
}

async function take(events: Pick<Events, 'next'>, kind: StreamEvent['kind'], count: number): Promise<StreamEvent[]> {
  const taken: StreamEvent[] = []
  while (taken.length < count) {
    const { value, done } = await events.next()
    if (done) throw new Error('A stream ends by throwing.')
    if (value.kind === kind) taken.push(value)
  }
  return taken
}

const idOf = (event: StreamEvent) => (event.kind === 'post' ? event.post.externalId : '')
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** The conformance tests of every stream, over real sockets against the platform's double. */
export function describeStream(name: string, traits: StreamTraits): void {
  describe.each([`${name}, listened to,`])('%s', () => {
    describeEvents(traits)
    CURSORS[traits.cursor](traits)
    SLOW_READERS[traits.slowReader](traits)
    describeEnds(traits)
  })
}

function describeEvents(traits: StreamTraits): void {
  test('gives posts once, in order, with all it knows of them', () =>
    withStand(traits, async (fixture) => {
      const events = await begin(fixture)
      for (const number of range(0, 200)) fixture.say(number, `we want out <b>&amp; \u202e R&D ${number}`)
      const posts = await take(events, 'post', 200)
      expect(posts.map(idOf)).toEqual(range(0, 200).map(fixture.externalIdOf))
      const [first] = posts
      if (first?.kind !== 'post') throw new Error('no post')
      expect(first.post).toMatchObject({
        platform: fixture.channel.platform,
        text: 'we want out <b>&amp;  R&D 0',
      })
      expect(first.post.url).toMatch(/^https?:\/\/[^/]+\/./)
      expect(first.post.author?.externalId).not.toBe('')
      expect(Number.isNaN(first.post.postedAt.getTime())).toBe(false)
    }))

  test('reports deleted posts', () =>
    withStand(traits, async (fixture) => {
      const events = await begin(fixture)
      fixture.say(1, 'here')
      fixture.unsay(1)
      await take(events, 'post', 1)
      expect(await take(events, 'deleted', 1)).toMatchObject([{ externalId: fixture.externalIdOf(1) }])
    }))

  test('shows that it is alive where nothing is posted', () =>
    withStand(traits, async (fixture) => {
      const events = await begin(fixture)
      fixture.keepAlive()
      const [alive] = await take(events, 'alive', 1)
      expect(alive?.cursor).not.toBe('')
    }))

  test('skips what it cannot read', () =>
    withStand(traits, async (fixture) => {
      const events = await begin(fixture)
      fixture.garble()
      fixture.say(1, 'here')
      expect((await take(events, 'post', 1)).map(idOf)).toEqual([fixture.externalIdOf(1)])
    }))
}

/**
 * Receives six of ten posts, misses five, listens again from the cursor, and returns so many of the posts that follow.
 */
async function listenAgain(fixture: StreamConformanceFixture, count: number): Promise<string[]> {
  const before = await begin(fixture)
  for (const number of range(0, 10)) fixture.say(number, 'here')
  const cursor = (await take(before, 'post', 6)).at(-1)?.cursor ?? ''
  await before.stop()
  await until(() => fixture.listeners() === 0)
  for (const number of range(10, 15)) fixture.say(number, 'missed')
  const after = await begin(fixture, { cursor })
  for (const number of range(15, 18)) fixture.say(number, 'heard')
  return (await take(after, 'post', count)).map(idOf)
}

const NO_CURSORS = ['', 'x', '-1', '1e3', '99999999999999999999']

const CURSORS: Record<StreamTraits['cursor'], (traits: StreamTraits) => void> = {
  ignored(traits) {
    test('begins now, whatever the cursor', () =>
      withStand(traits, async (fixture) => {
        expect(await listenAgain(fixture, 3)).toEqual(range(15, 18).map(fixture.externalIdOf))
        for (const cursor of NO_CURSORS) expect(await (await begin(fixture, { cursor })).next()).toBeDefined()
      }))
  },
  brings_missed(traits) {
    test('resumes from a cursor with the missed posts', () =>
      withStand(traits, async (fixture) => {
        expect(await listenAgain(fixture, 12)).toEqual(range(6, 18).map(fixture.externalIdOf))
      }))

    test('refuses an invalid cursor', () =>
      withStand(traits, async (fixture) => {
        for (const cursor of NO_CURSORS) {
          const refused = listen(fixture, { cursor }).next()
          await expect(refused).rejects.toMatchObject({ kind: 'misconfigured', retryAfterMs: null })
        }
      }))
  },
}

/** Sends five hundred posts, none of which is read until `isTime`. */
async function beginSlowly(fixture: StreamConformanceFixture, isTime: () => boolean) {
  const events = await begin(fixture)
  for (const number of range(0, 500)) fixture.say(number, 'slow '.repeat(200))
  await until(isTime)
  return events
}

const SLOW_READERS: Record<StreamTraits['slowReader'], (traits: StreamTraits) => void> = {
  waited_for(traits) {
    test('waits for a slow reader', () =>
      withStand(traits, async (fixture) => {
        const later = Date.now() + 300
        const posts = await take(await beginSlowly(fixture, () => Date.now() > later), 'post', 500)
        expect(posts.map(idOf)).toEqual(range(0, 500).map(fixture.externalIdOf))
      }))
  },
  let_go(traits) {
    test('disconnects a slow reader, after giving it exactly what was queued', async () => {
      const run = async (fixture: StreamConformanceFixture) => {
        const { told, error } = await readToEnd(await beginSlowly(fixture, () => fixture.listeners() === 0))
        expect(told).toEqual(range(0, told.length).map(fixture.externalIdOf))
        expect(told.length).toBeGreaterThan(10)
        expect(told.length).toBeLessThan(60)
        const message: unknown = expect.stringContaining('faster')
        expect(error).toMatchObject({ name: 'ChannelError', kind: 'unreachable', message })
      }
      await withStand(traits, run, { queuedCharsMax: 50_000 })
    })
  },
}

const endOf = async (events: Pick<Events, 'next'>) => (await readToEnd(events)).error

async function readToEnd(events: Pick<Events, 'next'>): Promise<{ told: string[]; error: unknown }> {
  const told: string[] = []
  try {
    for (;;) told.push(...(await take(events, 'post', 1)).map(idOf))
  } catch (error) {
    return { told, error }
  }
}

function describeEnds(traits: StreamTraits): void {
  test('ends at once with their own reason when the caller gives up, and hangs up', () =>
    withStand(traits, async (fixture) => {
      const gone = new Error('nobody listens any more')
      await expect(listen(fixture, { signal: AbortSignal.abort(gone) }).next()).rejects.toBe(gone)
      const giveUp = new AbortController()
      const events = await begin(fixture, { signal: giveUp.signal })
      fixture.say(1, 'here')
      await take(events, 'post', 1)
      const ended = endOf(events)
      giveUp.abort(gone)
      expect(await ended).toBe(gone)
      await until(() => fixture.listeners() === 0)
    }))

  test('hangs up when nobody reads on', () =>
    withStand(traits, async (fixture) => {
      const events = await begin(fixture)
      fixture.say(1, 'here')
      await take(events, 'post', 1)
      await events.stop()
      await until(() => fixture.listeners() === 0)
      expect(fixture.listeners()).toBe(0)
    }))

  test('reports a broken connection as retryable', () =>
    withStand(traits, async (fixture) => {
      const events = await begin(fixture)
      fixture.say(1, 'here')
      await take(events, 'post', 1)
      fixture.cut()
      const error = await endOf(events)
      expect(error).toBeInstanceOf(ChannelError)
      expect(error).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/^[^\n]{20,200}\.$/) })
      expect((error as ChannelError).retryAfterMs).toBeGreaterThan(0)
    }))

  test('reports a platform that is not there', () =>
    withStand(traits, async (fixture) => {
      await fixture.shut()
      await expect(listen(fixture).next()).rejects.toMatchObject({ name: 'ChannelError', kind: 'unreachable' })
    }))

  test('gives up on a connection that falls silent', async () => {
    const networkClock = createManualClock(NOW)
    await withStand(
      traits,
      async (fixture) => {
        const events = await begin(fixture)
        fixture.say(1, 'here')
        await take(events, 'post', 1)
        const ended = endOf(events)
        await new Promise((resolve) => setTimeout(resolve, 20))
        await networkClock.advance(59_000)
        expect(fixture.listeners()).toBe(1)
        await networkClock.advance(2_000)
        expect(await ended).toMatchObject({ name: 'ChannelError', kind: 'unreachable' })
        await until(() => fixture.listeners() === 0)
      },
      { networkClock },
    )
  })
}
