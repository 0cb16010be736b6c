import { z } from 'zod'
import { ChannelError } from './channel.ts'
import type { ChannelPost, RateLimit, SearchPage, SearchRequest } from './channel.ts'
import { readCursorAs } from './cursor.ts'
import { isMentioned, isWanted } from './search-words.ts'

/**
 * The position in a list that only offers "next page": the platform's own cursor, the time of the last post returned
 * (Unix milliseconds), the ids returned at exactly that time, and the number of entries listed so far.
 */
const Cursor = z.object({
  place: z.string().nullable(),
  until: z.int().nullable(),
  seen: z.array(z.string()),
  listed: z.int().min(0),
})
type Cursor = z.infer<typeof Cursor>

const BEGINNING: Cursor = { place: null, until: null, seen: [], listed: 0 }

export interface ListingPage {
  /** Newest first, except posts the platform pins on top. */
  posts: ChannelPost[]
  /** Entries of the page, unusable ones included. */
  received: number
  /** The cursor of the next page; null at the list's end. */
  next: string | null
  limits: RateLimit | null
  /** How many posts the platform says there are for the query and window. */
  hits?: number | null
}

interface Listing {
  pageSizeMax: number
  /** Where the platform ends every list; absent where it does not. */
  depthMax?: number
  /** The platform has compared the words, maybe in parts of a post that it does not send. */
  isSearched?: boolean
  /** Reads the page at `place`, null for the first. The platform may return more than `size`. */
  read: (place: string | null, size: number) => Promise<ListingPage>
}

/**
 * Reads a platform's list of newest posts until the window is passed, for platforms that cannot filter by date. The
 * list moves while it is read: posts that slid to the next page are not returned twice. Words are compared here.
 */
export async function searchListing(request: SearchRequest, listing: Listing): Promise<SearchPage> {
  const { pageSizeMax, depthMax = Infinity, isSearched = false, read } = listing
  const cursor = readCursorAs(Cursor, request.cursor) ?? BEGINNING
  const page = await read(cursor.place, Math.max(1, Math.min(request.limit, pageSizeMax)))
  if (page.next !== null && page.next === cursor.place) throw goesInCircles()
  const inOrder = withoutPinned(page.posts)
  const ahead = inOrder.filter((post) => isAhead(post, cursor))
  const handed = ahead.slice(0, request.limit)
  const isPassed = inOrder.some(({ postedAt }) => postedAt < request.since)
  const isRead = handed.length === ahead.length
  const next = isRead && (isPassed || page.next === null) ? null : advance(cursor, handed, isRead ? page : null)
  const listed = cursor.listed + page.received
  return {
    posts: handed.filter((post) => (isSearched ? isInWindow(post, request) : isAskedFor(post, request))),
    cursor: next && JSON.stringify(next),
    truncated: next === null && !isPassed && listed >= depthMax,
    limits: page.limits,
    ...(page.hits !== undefined && { hits: page.hits }),
  }
}

/** A post older than one below it is pinned, and comes again at its own position. */
function withoutPinned(posts: readonly ChannelPost[]): ChannelPost[] {
  let newestBelow = -Infinity
  const inPlace = posts.toReversed().filter(({ postedAt }) => {
    const isInPlace = postedAt.getTime() >= newestBelow
    newestBelow = Math.max(newestBelow, postedAt.getTime())
    return isInPlace
  })
  return inPlace.toReversed()
}

function isAhead({ postedAt, externalId }: ChannelPost, { until, seen }: Cursor): boolean {
  const at = postedAt.getTime()
  return until === null || at < until || (at === until && !seen.includes(externalId))
}

/** The cursor behind what was returned, on the next page where this one is finished. */
function advance(cursor: Cursor, handed: readonly ChannelPost[], read: ListingPage | null): Cursor {
  const until = handed.at(-1)?.postedAt.getTime() ?? cursor.until
  const known = until === cursor.until ? cursor.seen : []
  const seen = handed.filter(({ postedAt }) => postedAt.getTime() === until).map(({ externalId }) => externalId)
  const place = read ? { place: read.next, listed: cursor.listed + read.received } : cursor
  return { place: place.place, listed: place.listed, until, seen: [...known, ...seen] }
}

/** Whether a post lies in the window and matches the query. */
export function isAskedFor(post: ChannelPost, request: SearchRequest): boolean {
  return isInWindow(post, request) && isMentioned(post, request.query)
}

/** Whether a post lies in the window and holds nothing excluded. */
function isInWindow(post: ChannelPost, { since, until, query }: SearchRequest): boolean {
  return post.postedAt >= since && post.postedAt < until && isWanted(post, query)
}

export function goesInCircles(): ChannelError {
  return new ChannelError('changed', 'The source gives the same page again and again; Leadlight needs an update.', null)
}
