import type { Clock } from '../platform/clock.ts'
import { ChannelError, type ChannelPost } from './channel.ts'
import { readFeed } from './feed-entries.ts'
import type { PlatformApi } from './platform-api.ts'
import { createRedditFeedMemory, type RedditFeed, type RedditFeedMemory } from './reddit-feed-memory.ts'
import { presentEntry, REDDIT } from './reddit-posts.ts'

/** What the feed of one subreddit lists. */
export const FEED_ENTRIES = 25
/** What the feed of several is asked for. */
const ENTRIES_TOGETHER = 100
/** How many requests read others along. Reddit gives feeds ten in a minute. */
const REQUESTS_MAX = 6
const BLOCKED_MS = 15 * 60_000

interface Reading {
  /** Such as `https://www.reddit.com`. */
  siteUrl: string
  /** Keeps the pace. */
  api: PlatformApi
  memory: RedditFeedMemory
}

/**
 * The newest posts of a subreddit, without a key: at least those since then, as far as a feed of its own lists them.
 * Rejects with a ChannelError where it cannot be read.
 */
export type ReadRedditFeed = (name: string, asked: { since: Date; signal: AbortSignal }) => Promise<RedditFeed>

/**
 * Reads many subreddits by one request, `/r/one+two`, since feeds are given seldom: who asks for one has the others of
 * the last hour read along. One that says so much that it crowds out others is left out of the next request, and one
 * that Reddit refuses is found by halves, so that it spoils nobody else's.
 */
export function createRedditFeeds({
  clock,
  ...given
}: Pick<Reading, 'siteUrl' | 'api'> & { clock: Clock }): ReadRedditFeed {
  const memory = createRedditFeedMemory(clock)
  const reading: Reading = { ...given, memory }
  let going: Promise<void> | undefined
  return async (name, { since, signal }) => {
    const from = since.getTime()
    memory.want(name, from)
    for (;;) {
      signal.throwIfAborted()
      const known = memory.find(name, from)
      if (known) return known
      const names = memory.together(name)
      if (names.length === 1) return readOne(reading, name, signal)
      const isFirst = going === undefined
      going ??= readAlong(reading, names, signal).finally(() => (going = undefined))
      try {
        await untilAborted(going, signal)
      } catch (error) {
        const read = memory.find(name, from)
        if (read) return read
        // What fails for one fails for all, unless whoever asked first has only gone away.
        if (isFirst || signal.aborted || error instanceof ChannelError) throw error
        continue
      }
      if (isFirst) return memory.find(name, from) ?? readOne(reading, name, signal)
    }
  }
}

/** The same, but no longer than somebody waits for it. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason as Error)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function readOne(reading: Reading, name: string, signal: AbortSignal): Promise<RedditFeed> {
  try {
    const { posts, listed } = await ask(reading, [name], signal)
    const feed = { posts: posts.slice(0, FEED_ENTRIES), listed: Math.min(listed, FEED_ENTRIES), from: -Infinity }
    reading.memory.keep(name, feed)
    return feed
  } catch (error) {
    if (isRefusal(error)) reading.memory.noteRefused(name)
    throw error
  }
}

/** Reads several, as many of them as few requests can. Those that are left over are read alone when they are asked for. */
async function readAlong(reading: Reading, names: readonly string[], signal: AbortSignal): Promise<void> {
  const groups: (readonly string[])[] = [names]
  for (let requests = 0; groups.length > 0 && requests < REQUESTS_MAX; requests += 1) {
    const group = groups.shift() ?? []
    const read = await readGroup(reading, group, signal).catch(ifRefused)
    const left = group.filter((name) => !read.has(name))
    const half = Math.ceil(left.length / 2)
    const isStuck = left.length === group.length
    if (!isStuck) groups.push(...(left.length > 1 ? [left] : []))
    else if (group.length > 1) groups.push(left.slice(0, half), left.slice(half))
  }
}

async function readGroup(
  reading: Reading,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [name] = names
  if (names.length > 1 || name === undefined) return readTogether(reading, names, signal)
  await readOne(reading, name, signal)
  return new Set([name])
}

/** Reads several by one request; returns those of which no more is to be had that way. */
async function readTogether(
  { memory, ...reading }: Reading,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { posts, listed } = await ask(reading, names, signal)
  const byName = Map.groupBy(posts, ({ community }) => community?.externalId)
  const isAll = listed < FEED_ENTRIES
  const oldest = isAll ? -Infinity : (posts.at(-1)?.postedAt.getTime() ?? Infinity)
  const read = new Set<string>()
  for (const name of names) {
    const own = byName.get(name) ?? []
    const isFull = own.length >= FEED_ENTRIES
    if (!isFull && oldest > memory.wantedSince(name)) continue
    read.add(name)
    if (own.length === 0 && !memory.isProven(name)) continue
    const kept = own.slice(0, FEED_ENTRIES)
    memory.keep(name, { posts: kept, listed: kept.length, from: isFull ? -Infinity : oldest })
  }
  return read
}

/** All usable posts of one answer, newest first, and how many entries it listed. */
async function ask(
  { siteUrl, api }: Pick<Reading, 'siteUrl' | 'api'>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<{ posts: ChannelPost[]; listed: number }> {
  const url = new URL(`${siteUrl}/r/${names.join('+')}/new/.rss`)
  if (names.length > 1) url.searchParams.set('limit', String(ENTRIES_TOGETHER))
  const { text } = await api.ask(url, { signal, headers: { accept: 'application/atom+xml' } })
  const feed = readFeed(text, url.href)
  if (!feed) throw blocked()
  const only = names.length === 1 ? names[0] : undefined
  const posts = feed.entries.flatMap((entry) => {
    const place = subredditOf(entry.url) ?? only
    return (place === undefined ? undefined : presentEntry(entry, place)) ?? []
  })
  return { posts, listed: feed.entries.length }
}

/** Nothing was read where one of them may be to blame; every other failure concerns all. */
function ifRefused(error: unknown): ReadonlySet<string> {
  if (isRefusal(error)) return new Set()
  throw error
}

/** Whether only a change of what is asked for can help, as with a subreddit that is private or gone, or too many. */
function isRefusal(error: unknown): boolean {
  return error instanceof ChannelError && error.kind === 'refused' && error.retryAfterMs === null
}

function subredditOf(url: string | null): string | undefined {
  return /\/r\/(\w+)\/comments\//u.exec(url ?? '')?.[1]
}

function blocked(): ChannelError {
  const message = `${REDDIT} answered with a web page instead of its feed, as it does when it blocks a server. We ask again later.`
  return new ChannelError('refused', message, BLOCKED_MS)
}
