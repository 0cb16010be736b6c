import { expect, onTestFinished, test } from 'vitest'
import { corpusPost } from '@leadlight/testing/channel-fixtures'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { startRedditDouble, type RedditDouble } from '@leadlight/testing/doubles/reddit-double'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { createOutbound } from '../platform/outbound.ts'
import type { ChannelPost } from './channel.ts'
import { createReddit } from './reddit.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const MANY = Array.from({ length: 50 }, (_, at) => `sub${at}`)
const { signal } = new AbortController()

/** Every subreddit with posts of so many minutes ago. */
function said(minutesAgo: Readonly<Record<string, readonly number[]>>): CorpusPost[] {
  const all = Object.entries(minutesAgo).flatMap(([name, ages]) => ages.map((age) => ({ name, age })))
  return all
    .toSorted((a, b) => a.age - b.age)
    .map(({ name, age }, number) => ({
      ...corpusPost(number, { at: new Date(NOW - age * MINUTE), words: `Said in ${name} ${age} minutes ago` }),
      channel: `r/${name}`,
    }))
}

interface Open {
  double: RedditDouble
  /** What is read of a subreddit since so many minutes ago. */
  read: (name: string, sinceMinutes: number, until?: AbortSignal) => Promise<ChannelPost[]>
  /** Lets time pass. */
  pass: (minutes: number) => Promise<void>
  feeds: () => string[]
}

async function open(
  posts: CorpusPost[],
  options: Partial<Pick<Parameters<typeof startRedditDouble>[0], 'secluded' | 'omitted' | 'entriesMax'>> = {},
): Promise<Open> {
  const double = await startRedditDouble({ posts, ...options })
  const outbound = createOutbound({ userAgent: 'test' })
  const clock = createManualClock(new Date(NOW).toISOString())
  onTestFinished(async () => {
    await outbound.close()
    await double.close()
  })
  const channel = createReddit({ ...double, fetch: outbound.operator, clock })
  const query = { words: '', phrases: [], exclude: [] }
  return {
    double,
    async read(name, sinceMinutes, until = signal) {
      const window = { since: new Date(NOW - sinceMinutes * MINUTE), until: new Date(NOW + 1) }
      const source = { externalId: name }
      return (await channel.search({ query, source, key: null, ...window, cursor: null, limit: 100, signal: until }))
        .posts
    },
    pass: (minutes) => clock.advance(minutes * MINUTE),
    feeds: () => double.questions.map(({ url }) => url.pathname.split('/')[2] ?? ''),
  }
}

const sorted = (asked: readonly string[]) => asked.map((names) => names.split('+').toSorted().join('+')).toSorted()
const ids = (posts: readonly ChannelPost[]) => posts.map(({ externalId }) => externalId)

test('fifty subreddits are read by one request, with the posts that fifty give', async () => {
  const posts = said(Object.fromEntries(MANY.map((name, at) => [name, [at % 7, 20 + at, 400]])))
  const alone = new Map<string, string[]>()
  for (const name of MANY) {
    const one = await open(posts)
    alone.set(name, ids(await one.read(name, 30)))
  }
  const many = await open(posts)
  // Nobody asks for more in a minute than Reddit gives.
  for (const name of MANY) {
    await many.read(name, 30)
    await many.pass(0.15)
  }
  await many.pass(6)
  const before = many.feeds().length
  const read = await Promise.all(MANY.map((name) => many.read(name, 30)))
  expect(new Map(MANY.map((name, at) => [name, ids(read[at] ?? [])]))).toEqual(alone)
  expect(
    many
      .feeds()
      .slice(before)
      .map((asked) => asked.split('+').length),
  ).toEqual([50])
})

test('one that is flooded crowds out nobody', async () => {
  const flood = Array.from({ length: 150 }, (_, at) => at / 100)
  const { read, pass, feeds } = await open(said({ loud: flood, quiet: [5], silent: [300] }))
  for (const name of ['loud', 'quiet', 'silent']) await read(name, 10)
  await pass(5)
  const [loud, quiet, silent] = await Promise.all(['loud', 'quiet', 'silent'].map((name) => read(name, 10)))
  expect([loud?.length, quiet?.length, silent?.length]).toEqual([25, 1, 0])
  expect(
    feeds()
      .slice(-2)
      .map((asked) => asked.split('+').toSorted()),
  ).toEqual([
    ['loud', 'quiet', 'silent'],
    ['quiet', 'silent'],
  ])
})

test('one that Reddit refuses spoils nobody else’s, and is not asked for beside others again', async () => {
  const names = ['one', 'two', 'three', 'secret']
  const { read, pass, feeds } = await open(said({ one: [1], two: [2], three: [3], secret: [4] }), {
    secluded: ['secret'],
  })
  const readAll = () => Promise.allSettled(names.map((name) => read(name, 10)))
  for (let round = 0; round < 2; round += 1) {
    const [one, two, three, secret] = await readAll()
    expect([one, two, three].map((outcome) => outcome?.status === 'fulfilled' && outcome.value.length)).toEqual([
      1, 1, 1,
    ])
    expect(secret).toMatchObject({ status: 'rejected', reason: { kind: 'refused', retryAfterMs: null } })
    await pass(5)
  }
  const before = feeds().length
  await readAll()
  expect(sorted(feeds().slice(before))).toEqual(['one+three+two', 'secret'])
})

test('a server that limits or blocks is not asked for each of them', async () => {
  const { read, pass, double } = await open(said({ one: [1], two: [2] }))
  await read('one', 10)
  await read('two', 10)
  await pass(5)
  double.failNext({ kind: 'html' })
  await expect(read('one', 10)).rejects.toMatchObject({ kind: 'refused', retryAfterMs: 900_000 })
  double.failNext({ kind: 'status', status: 429, headers: { 'retry-after': '30' } })
  const before = double.questions.length
  await expect(read('two', 10)).rejects.toMatchObject({ kind: 'rate_limited' })
  expect(double.questions.length - before).toBe(1)
})

test('what is wanted of long ago is read alone, as far back as a feed of its own goes', async () => {
  const { read, pass, feeds } = await open(said({ one: [1, 3_000], two: [2] }))
  await read('two', 10)
  await pass(5)
  expect(await read('one', 10_000)).toHaveLength(2)
  expect(feeds()).toEqual(['two', 'one'])
})

test('a feed that lists few, whatever it is asked for, is not taken for all there is', async () => {
  const ages = Array.from({ length: 25 }, (_, at) => at / 100)
  const { read, pass } = await open(said({ loud: ages, quiet: [5] }), { entriesMax: 25 })
  for (const name of ['loud', 'quiet']) await read(name, 10)
  await pass(5)
  const [, quiet] = await Promise.all(['loud', 'quiet'].map((name) => read(name, 10)))
  expect(quiet).toHaveLength(1)
})

test('one of which nothing was read yet is read alone where it is left out beside others', async () => {
  const { read, feeds } = await open(said({ one: [1], two: [2], aside: [3] }), { omitted: ['aside'] })
  const readAll = () => Promise.all(['one', 'two', 'aside'].map((name) => read(name, 10)))
  expect((await readAll()).map((posts) => posts.length)).toEqual([1, 1, 1])
  expect(feeds()).toContain('aside')
})

test('a failure is everybody’s who waits for the same request, and who leaves does not wait for it', async () => {
  const { read, pass, double } = await open(said({ one: [1], two: [2], three: [3] }))
  for (const name of ['one', 'two', 'three']) await read(name, 10)
  await pass(5)
  const before = double.questions.length
  double.failNext({ kind: 'status', status: 429, headers: { 'retry-after': '30' } })
  const leaving = new AbortController()
  const asked = [read('one', 10), read('two', 10), read('three', 10, leaving.signal)]
  leaving.abort()
  const [one, two, three] = await Promise.allSettled(asked)
  expect([one, two]).toMatchObject(
    Array.from({ length: 2 }, () => ({ status: 'rejected', reason: { kind: 'rate_limited' } })),
  )
  expect(three).toMatchObject({ status: 'rejected', reason: leaving.signal.reason as Error })
  expect(double.questions.length - before).toBe(1)
})
