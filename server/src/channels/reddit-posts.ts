import { z } from 'zod'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import type { ChannelPost } from './channel.ts'
import type { FeedEntry } from './feed-entries.ts'
import { cleanText } from './markup.ts'

export const REDDIT = 'Reddit'

const SITE = 'https://www.reddit.com'
const DELETED = '[deleted]'
const GONE = new Set([DELETED, '[removed]'])

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const Thing = z.object({
  name: z.string().regex(/^t3_[a-z0-9]+$/),
  permalink: z.string().startsWith('/'),
  created_utc: z.number().min(0),
  title: optionalText,
  selftext: optionalText,
  author: optionalText,
  author_fullname: optionalText,
  subreddit: optionalText,
  num_comments: optionalCount,
  score: optionalCount,
  removed_by_category: optionalText,
})
export type RedditThing = z.infer<typeof Thing>

const Listing = z.object({
  data: z.object({ after: optionalText, children: z.array(z.object({ data: z.unknown() })) }),
})
const Standing = z.object({ name: z.string(), author: optionalText, removed_by_category: optionalText })
export const AboutReply = z.object({ data: z.object({ display_name: z.string() }).optional().catch(undefined) })

export function readThings(answer: PlatformAnswer): { things: RedditThing[]; received: number; next: string | null } {
  const { data } = parseReply(answer, Listing, REDDIT)
  const things = data.children.flatMap((child) => Thing.safeParse(child.data).data ?? [])
  if (data.children.length > 0 && things.length === 0) throw changedReply(REDDIT)
  return { things, received: data.children.length, next: data.after ?? null }
}

/** Which of the posts asked for still exist as they were written. */
export function readStanding(answer: PlatformAnswer): Set<string> {
  const { data } = parseReply(answer, Listing, REDDIT)
  const known = data.children.flatMap((child) => Standing.safeParse(child.data).data ?? [])
  const standing = known.filter((thing) => thing.author !== DELETED && thing.removed_by_category == null)
  return new Set(standing.map(({ name }) => name))
}

/** Undefined for a post that was deleted or removed. */
export function presentThing(thing: RedditThing): ChannelPost | undefined {
  if (thing.removed_by_category != null || GONE.has(thing.selftext ?? '')) return undefined
  const author = thing.author == null || thing.author === DELETED ? null : thing.author
  return {
    platform: 'reddit',
    externalId: thing.name,
    kind: 'post',
    url: `${SITE}${thing.permalink}`,
    author: author === null ? null : authorNamed(author, thing.author_fullname ?? author),
    title: thing.title == null ? null : cleanText(thing.title),
    text: cleanText(thing.selftext ?? ''),
    postedAt: new Date(Math.floor(thing.created_utc) * 1000),
    community: thing.subreddit == null ? null : subredditNamed(thing.subreddit),
    replies: thing.num_comments ?? null,
    points: thing.score ?? null,
    license: null,
  }
}

/** An entry of a subreddit's feed, without the line Reddit adds to each. */
export function presentEntry(entry: FeedEntry, subreddit: string): ChannelPost | undefined {
  const id = /t3_[a-z0-9]+$/.exec(entry.id ?? '')?.[0]
  if (id === undefined || entry.url === null || entry.publishedAt === null) return undefined
  const name = entry.author?.name.replace(/^\/?u\//, '') ?? ''
  return {
    platform: 'reddit',
    externalId: id,
    kind: 'post',
    url: entry.url,
    author: name === '' ? null : authorNamed(name, name),
    title: entry.title,
    text: entry.text.replace(/\s*submitted by\s+\/u\/\S+\s*(?:\[link\])?\s*(?:\[comments\])?\s*$/u, '').trim(),
    postedAt: entry.publishedAt,
    community: subredditNamed(subreddit),
    replies: null,
    points: null,
    license: null,
  }
}

function authorNamed(name: string, externalId: string) {
  return { externalId, name, url: `${SITE}/user/${encodeURIComponent(name)}` }
}

function subredditNamed(name: string) {
  return { externalId: name.toLowerCase(), name, displayName: `r/${name}` }
}
