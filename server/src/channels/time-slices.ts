import { z } from 'zod'
import { ChannelError } from './channel.ts'
import type { ChannelPost, SearchPage, SearchRequest, RateLimit } from './channel.ts'
import { readCursorAs } from './cursor.ts'

/**
 * The position in the window. Pages are counted by time, since the newest post moves: everything from `until` (Unix
 * seconds, exclusive) on has been read, and of the second before it the posts in `seen`.
 */
const Cursor = z.object({ until: z.int(), seen: z.array(z.string()), page: z.int().min(0) })
type Cursor = z.infer<typeof Cursor>

/** Posts of [since, until), both in Unix seconds: the `page`th page of `size`. */
export interface Slice {
  since: number
  until: number
  page: number
  size: number
}

/** One page, newest first. */
export type ReadSlice = (slice: Slice) => Promise<{
  posts: ChannelPost[]
  /** How many entries the platform sent, unusable ones included. */
  received: number
  /** How many posts of the slice the platform says it has. */
  hits?: number | null
  limits: RateLimit | null
}>

interface Caps {
  /** The most posts the platform puts on a page. */
  pageSizeMax: number
  /** The most posts the platform pages through for one query. */
  depthMax: number
}

/**
 * Reads a window in slices of time, so that a platform's cap on results per query loses nothing: each query ends at the
 * oldest post so far. Only more than `depthMax` posts in one second are out of reach.
 */
export async function searchByTime(request: SearchRequest, caps: Caps, read: ReadSlice): Promise<SearchPage> {
  const since = Math.ceil(request.since.getTime() / 1000)
  const cursor = readCursorAs(Cursor, request.cursor) ?? beginning(request)
  if (cursor.until <= since) return { posts: [], cursor: null, truncated: false, limits: null }

  const size = Math.max(1, Math.min(request.limit, caps.pageSizeMax))
  const { posts, received, hits, limits } = await read({ since, until: cursor.until, page: cursor.page, size })
  const seen = new Set(cursor.seen)
  const page = posts
    .filter((post) => secondOf(post) >= since && secondOf(post) < cursor.until)
    .sort((a, b) => b.postedAt.getTime() - a.postedAt.getTime())
    .slice(0, size)
  if (page.length === 0 && received >= size)
    throw new ChannelError(
      'changed',
      'The source ignores the dates we ask for; Leadlight needs an update to read it.',
      null,
    )
  const step = received < size ? { next: null, truncated: false } : stepBack(cursor, page, size, caps)
  return {
    posts: page.filter((post) => !seen.has(post.externalId)),
    cursor: step.next && JSON.stringify(step.next),
    truncated: step.truncated,
    // A later slice has only what is left.
    hits: request.cursor === null ? (hits ?? null) : null,
    limits,
  }
}

function stepBack(
  cursor: Cursor,
  posts: ChannelPost[],
  size: number,
  { depthMax }: Caps,
): { next: Cursor; truncated: boolean } {
  const oldest = Math.min(...posts.map(secondOf))
  const seen = posts.filter((post) => secondOf(post) === oldest).map((post) => post.externalId)
  if (oldest < cursor.until - 1) return { next: { until: oldest + 1, seen, page: 0 }, truncated: false }
  if ((cursor.page + 2) * size > depthMax) return { next: { until: oldest, seen: [], page: 0 }, truncated: true }
  const known = new Set([...cursor.seen, ...seen])
  return { next: { until: cursor.until, seen: [...known], page: cursor.page + 1 }, truncated: false }
}

function secondOf(post: ChannelPost): number {
  return Math.floor(post.postedAt.getTime() / 1000)
}

function beginning({ until }: SearchRequest): Cursor {
  return { until: Math.ceil(until.getTime() / 1000), seen: [], page: 0 }
}
