import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChannelError } from '@leadlight/server/channels/channel'
import type { ChannelPost, SearchPage, SearchQuery, SearchRequest } from '@leadlight/server/channels/channel'
import type { Clock } from '@leadlight/server/platform/clock'
import { FAULTS, type FaultCase } from './channel-faults.ts'
import { corpusPost, createImpatientClock, numberOf } from './channel-fixtures.ts'
import type { ChannelFixture, ChannelFixtureOptions } from './channel-fixtures.ts'
import type { CorpusPost } from './doubles/corpus.ts'
import type { Fault } from './doubles/double-server.ts'
import { createManualClock } from './manual-clock.ts'

const NOW = '2026-11-21T12:00:00Z'
const START = Date.parse('2026-11-01T00:00:00Z')
const EVERYTHING: SearchQuery = { words: '', phrases: [], exclude: [] }
const PAGES_MAX = 5_000

/** How a channel differs from the rest of the family. */
export interface ChannelTraits {
  open: (options: ChannelFixtureOptions) => Promise<ChannelFixture>
  /** Shapes a made-up post so that the double accepts it. */
  shape?: (post: CorpusPost) => CorpusPost
  /** The most posts the platform lists for one query, however the window is cut: older ones are out of reach. */
  deepest?: number
  /** The shortest time the platform tells apart, a second where absent: its made-up posts lie so far apart. */
  tickMs?: number
  /** Faults the platform reports in a way of its own, replacing the usual ones of the same name or adding to them. */
  faults?: Record<string, FaultCase>
}

interface Said {
  second: number
  words: string
}

type TimedFixture = ChannelFixture & { clock: Clock; at: (ticks: number) => Date }

const DAY_MS = 86_400_000

/** The time so many ticks after the beginning, which is a midnight long enough ago. */
function atTick({ tickMs = 1_000 }: ChannelTraits, ticks: number): Date {
  const latest = Date.parse(NOW) - 1_000 * tickMs
  return new Date(Math.min(START, latest - (latest % DAY_MS)) + ticks * tickMs)
}

async function withFixture<Result>(
  traits: ChannelTraits,
  options: Partial<ChannelFixtureOptions> & { said: Said[] },
  run: (fixture: TimedFixture) => Promise<Result>,
): Promise<Result> {
  const { open, shape = (post) => post } = traits
  const posts = options.said.map(({ second, words }, number) =>
    shape(corpusPost(number, { at: atTick(traits, second), words })),
  )
  const clock = createImpatientClock(NOW)
  const fixture = await open({ posts, clock, ...options })
  const at = (ticks: number) => atTick(traits, ticks)
  return run({ ...fixture, clock, at }).finally(() => fixture.stop())
}

function ask(fixture: TimedFixture, asked: Partial<SearchRequest> = {}): Promise<SearchPage> {
  return fixture.channel.search({
    query: EVERYTHING,
    source: fixture.source,
    since: fixture.at(0),
    until: fixture.at(10_000),
    cursor: null,
    limit: 50,
    signal: new AbortController().signal,
    ...asked,
  })
}

/** Waits as long as the channel's own limit asks, as a real reader does. */
async function askInTurn(fixture: TimedFixture, asked: Partial<SearchRequest>): Promise<SearchPage> {
  for (;;) {
    try {
      return await ask(fixture, asked)
    } catch (error) {
      if (!(error instanceof ChannelError && error.kind === 'rate_limited')) throw error
      await fixture.clock.sleep(error.retryAfterMs ?? 0)
    }
  }
}

async function readAll(fixture: TimedFixture, asked: Partial<SearchRequest> = {}) {
  const posts: ChannelPost[] = []
  const pages: SearchPage[] = []
  let cursor: string | null = null
  do {
    const page: SearchPage = await askInTurn(fixture, { ...asked, cursor })
    expect(page.posts.length).toBeLessThanOrEqual(asked.limit ?? 50)
    posts.push(...page.posts)
    pages.push(page)
    cursor = page.cursor
  } while (cursor !== null && pages.length < PAGES_MAX)
  return { posts, pages }
}

const holds = (words: string, phrase: string) => ` ${words} `.includes(` ${phrase} `)

function expected(said: Said[], { words, phrases, exclude }: SearchQuery, since: number, until: number): number[] {
  return said
    .map((post, number) => ({ ...post, number }))
    .filter(({ second }) => second >= since && second < until)
    .filter((post) => words.split(' ').every((word) => word === '' || holds(post.words, word)))
    .filter((post) => phrases.every((phrase) => holds(post.words, phrase)))
    .filter((post) => !exclude.some((phrase) => holds(post.words, phrase)))
    .map(({ number }) => number)
}

const word = fc.constantFrom('crm', 'alternative', 'invoice', 'late', 'slow')
const words = (max: number) => fc.array(word, { minLength: 0, maxLength: max }).map((list) => list.join(' '))
const phrase = fc.array(word, { minLength: 1, maxLength: 2 }).map((list) => list.join(' '))
const corpus = fc.array(fc.record({ second: fc.integer({ min: 0, max: 12 }), words: words(6) }), { maxLength: 40 })

/**
 * The conformance tests of every channel, over real HTTP against the platform's double. Each channel's test file calls
 * it.
 */
export function describeChannel(name: string, traits: ChannelTraits): void {
  describe.each([name])('%s', () => {
    describeReading(traits)
    describeTexts(traits)
    describeFaults(traits)
    describePatience(traits)
  })
}

function describeReading(traits: ChannelTraits): void {
  test('gives every post of the window that contains the words, once, newest first', async () => {
    const query = fc.record({
      words: words(2),
      phrases: fc.array(phrase, { maxLength: 1 }),
      exclude: fc.array(phrase, { maxLength: 2 }),
    })
    const window = fc.tuple(fc.integer({ min: -1, max: 13 }), fc.integer({ min: 0, max: 14 }))
    const property = fc.asyncProperty(
      corpus,
      query,
      window,
      fc.integer({ min: 1, max: 9 }),
      async (said, asked, [since, length], limit) => {
        await withFixture(traits, { said }, async (fixture) => {
          const until = since + length
          const { posts } = await readAll(fixture, {
            query: asked,
            limit,
            since: fixture.at(since),
            until: fixture.at(until),
          })
          expect(posts.map(numberOf).sort((a, b) => a - b)).toEqual(expected(said, asked, since, until))
          expect(posts.map(({ postedAt }) => postedAt)).toEqual(
            posts.map(({ postedAt }) => postedAt).sort((a, b) => b.getTime() - a.getTime()),
          )
        })
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })

  test('gives every post once across adjoining windows', async () => {
    const property = fc.asyncProperty(
      corpus,
      fc.array(fc.integer({ min: 0, max: 13_000 }), { maxLength: 4 }),
      async (said, cuts) => {
        await withFixture(traits, { said }, async (fixture) => {
          const edges = [0, ...cuts.sort((a, b) => a - b), 13_000].map((part) => fixture.at(part / 1_000))
          const seen: number[] = []
          for (const [index, since] of edges.slice(0, -1).entries())
            seen.push(...(await readAll(fixture, { since, until: edges[index + 1]!, limit: 3 })).posts.map(numberOf))
          expect(seen.sort((a, b) => a - b)).toEqual(said.map((_, number) => number))
        })
      },
    )
    await fc.assert(property, { numRuns: 20 })
  })

  test('reads as far back as the platform allows, and says where that ends', async () => {
    const { deepest = Infinity } = traits
    const said = Array.from({ length: 2_600 }, (_, n) => ({ second: Math.floor(n / 3), words: 'crm' }))
    await withFixture(traits, { said }, async (fixture) => {
      const { posts, pages } = await readAll(fixture, { limit: 1_000, query: { ...EVERYTHING, words: 'crm' } })
      expect(new Set(posts.map(numberOf)).size).toBe(Math.min(2_600, deepest))
      expect(posts).toHaveLength(Math.min(2_600, deepest))
      expect(pages.some(({ truncated }) => truncated)).toBe(deepest < 2_600)
    })
  })
}

function describeTexts(traits: ChannelTraits): void {
  test('gives all it knows of a post', async () => {
    await withFixture(
      traits,
      {
        said: [
          { second: 5, words: 'we want out' },
          { second: 3, words: 'so <b>do</b> I &amp; R&D' },
        ],
      },
      async (fixture) => {
        const { posts } = await readAll(fixture)
        expect(posts.map(({ text }) => text)).toEqual(['we want out number0', 'so <b>do</b> I &amp; R&D number1'])
        for (const post of posts) {
          expect(post.platform).toBe(fixture.channel.platform)
          expect(post.url).toMatch(/^https?:\/\/[^/]+\/./)
          expect(post.externalId).not.toBe('')
          expect(post.author?.name).toMatch(/^made_up_/)
        }
        expect([null, 'Post number1']).toContain(posts[1]?.title)
        expect(posts[0]?.postedAt).toEqual(fixture.at(5))
      },
    )
  })

  test('returns hostile text complete and harmless', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          '<script>',
          '</p>',
          '&amp;',
          '&lt;',
          '\u202e',
          '\u2067',
          '\u0000',
          '\ud800',
          "'",
          '"',
          ']]>',
          '<!--',
          'a',
          ' ',
        ),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 30,
    })
    const property = fc.asyncProperty(text, async (words) => {
      await withFixture(traits, { said: [{ second: 1, words: `x ${words} x` }] }, async (fixture) => {
        const [post] = (await readAll(fixture)).posts
        const tame = words
          .toWellFormed()
          .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, (char) => (/\s/.test(char) ? ' ' : ''))
        const flat = (value = '') => value.replace(/\s+/g, ' ').trim()
        expect(flat(post?.text)).toBe(flat(`x ${tame} x number0`))
        expect(post?.text.isWellFormed()).toBe(true)
      })
    })
    await fc.assert(property, { numRuns: 40 })
  })
}

function describeFaults(traits: ChannelTraits): void {
  test.each(Object.values({ ...FAULTS, ...traits.faults }))(
    'reports $fault as $kind, and whether waiting helps',
    async ({ fault, kind, retry }) => {
      await withFixture(traits, { said: [{ second: 1, words: 'crm' }] }, async (fixture) => {
        fixture.double.failNext(fault)
        const error = await ask(fixture).catch((thrown: unknown) => thrown)
        expect(error).toBeInstanceOf(ChannelError)
        expect(error).toMatchObject({ kind, message: expect.stringMatching(/^[^\n]{20,200}\.$/) })
        expect((error as ChannelError).retryAfterMs !== null).toBe(retry)
      })
    },
  )
}

function describePatience(traits: ChannelTraits): void {
  test('waits as long as the platform says', async () => {
    await withFixture(traits, { said: [] }, async (fixture) => {
      fixture.double.failNext({ kind: 'status', status: 429, headers: { 'retry-after': '120' } })
      await expect(ask(fixture)).rejects.toMatchObject({ retryAfterMs: 120_000 })
      fixture.double.failNext({
        kind: 'status',
        status: 503,
        headers: { 'retry-after': 'Sat, 21 Nov 2026 12:10:00 GMT' },
      })
    })
  })

  test.each<Fault>([{ kind: 'hang' }, { kind: 'drip' }])('gives up on a platform that answers by %o', async (fault) => {
    const networkClock = createManualClock(NOW)
    await withFixture(traits, { said: [{ second: 1, words: 'crm' }], networkClock }, async (fixture) => {
      fixture.double.failNext(fault)
      const error = ask(fixture).catch((thrown: unknown) => thrown)
      while (fixture.double.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      await new Promise((resolve) => setTimeout(resolve, 20))
      await networkClock.advance(30_000)
      expect(await error).toMatchObject({ kind: 'unreachable', retryAfterMs: 60_000 })
    })
  })

  test('a caller who gives up gets their own reason', async () => {
    await withFixture(traits, { said: [{ second: 1, words: 'crm' }] }, async (fixture) => {
      const gone = new Error('nobody waits any more')
      await expect(ask(fixture, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
      const giveUp = new AbortController()
      fixture.double.failNext({ kind: 'hang' })
      const page = ask(fixture, { signal: giveUp.signal }).catch((thrown: unknown) => thrown)
      while (fixture.double.questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      giveUp.abort(gone)
      expect(await page).toBe(gone)
    })
  })

  test('refuses an invalid cursor', async () => {
    await withFixture(traits, { said: [] }, async (fixture) => {
      for (const cursor of ['', 'x', '{}', '{"until":"1"}', 'null'])
        await expect(ask(fixture, { cursor })).rejects.toMatchObject({ kind: 'misconfigured', retryAfterMs: null })
    })
  })
}
