import type { Clock } from '../platform/clock.ts'
import type { ChannelPost } from './channel.ts'

/** Longer addresses begin to be refused. */
const TOGETHER_MAX = 50
/** A single feed reaches further back than a share of one, so what is wanted of longer ago is read alone. */
const TOGETHER_WITHIN_MS = 24 * 60 * 60_000
/** What was read stands for so long. Whoever listens reads ten minutes again each time, and so misses nothing. */
const FRESH_MS = 4 * 60_000
/** A subreddit that nobody has asked for so long is not read along. */
const WANTED_MS = 60 * 60_000
const NAMES_MAX = 1_000
const FEEDS_MAX = 200

export interface RedditFeed {
  posts: readonly ChannelPost[]
  /** How many entries it listed, unusable ones included. */
  listed: number
  /** From when on all are there, in milliseconds; -Infinity where it is as long as a feed of its own. */
  from: number
}

export interface RedditFeedMemory {
  /** Notes that a subreddit's posts are wanted from `since` on. */
  want(name: string, since: number): void
  /** From when on they were wanted last. */
  wantedSince(name: string): number
  /** What was read lately, if it reaches back to `since`. */
  find(name: string, since: number): RedditFeed | undefined
  keep(name: string, feed: RedditFeed): void
  /** Whether anything was ever read of it: one of many that says nothing may also be one that Reddit leaves out. */
  isProven(name: string): boolean
  /** Notes that Reddit refuses it, as a private one or none: others are read without it, until it is read again. */
  noteRefused(name: string): void
  /** The subreddit and others to read by the same request, those asked for last first. */
  together(name: string): string[]
}

/** What is known of subreddits that are read by their feeds: who is wanted, and what was read in the last minutes. */
export function createRedditFeedMemory(clock: Clock): RedditFeedMemory {
  const wanted = new Map<string, { askedAt: number; since: number }>()
  const refused = new Set<string>()
  const proven = new Set<string>()
  const feeds = new Map<string, RedditFeed & { readAt: number }>()
  const nowMs = () => clock.now().getTime()
  const ageOf = (name: string) => nowMs() - (feeds.get(name)?.readAt ?? -Infinity)
  const isRecent = (since: number) => nowMs() - since <= TOGETHER_WITHIN_MS
  const wantedSince = (name: string) => wanted.get(name)?.since ?? -Infinity
  return {
    want: (name, since) => putLast(wanted, name, { askedAt: nowMs(), since }, NAMES_MAX),
    wantedSince,
    find(name, since) {
      const feed = feeds.get(name)
      return feed && ageOf(name) < FRESH_MS && feed.from <= since ? feed : undefined
    },
    keep(name, feed) {
      refused.delete(name)
      addLast(proven, name)
      putLast(feeds, name, { ...feed, readAt: nowMs() }, FEEDS_MAX)
    },
    noteRefused(name) {
      addLast(refused, name)
    },
    isProven: (name) => proven.has(name),
    together(name) {
      if (refused.has(name) || !isRecent(wantedSince(name))) return [name]
      const others = [...wanted].toReversed().filter(([other, { askedAt, since }]) => {
        return (
          other !== name &&
          !refused.has(other) &&
          nowMs() - askedAt <= WANTED_MS &&
          isRecent(since) &&
          ageOf(other) >= FRESH_MS / 2
        )
      })
      return [name, ...others.slice(0, TOGETHER_MAX - 1).map(([other]) => other)]
    },
  }
}

function addLast(all: Set<string>, name: string): void {
  all.delete(name)
  all.add(name)
  const [oldest] = all
  if (all.size > NAMES_MAX && oldest !== undefined) all.delete(oldest)
}

function putLast<Value>(all: Map<string, Value>, key: string, value: Value, max: number): void {
  all.delete(key)
  all.set(key, value)
  const [oldest] = all.keys()
  if (all.size > max && oldest !== undefined) all.delete(oldest)
}
