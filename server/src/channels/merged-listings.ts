import { z } from 'zod'
import type { ChannelPost, RateLimit, SearchPage, SearchRequest } from './channel.ts'
import { readCursorAs } from './cursor.ts'
import { goesInCircles, isAskedFor } from './listing-pages.ts'
import type { ListingPage } from './listing-pages.ts'

/** A list still to be read, by the platform's id, and the cursor in it. */
const OpenList = z.object({ id: z.string(), label: z.string(), place: z.string().nullable() })

/**
 * Lists still open, the time of the last post returned (Unix milliseconds), and the ids returned at exactly that time.
 */
const Cursor = z.object({
  lists: z.array(OpenList).max(100),
  until: z.int().nullable(),
  seen: z.array(z.string()),
  hasMoreLists: z.boolean(),
})
type Cursor = z.infer<typeof Cursor>
export type OpenList = z.infer<typeof OpenList>

export interface MergedListings {
  /** The lists to read, fetched once per search; `hasMore` where there are more than will be read. */
  find: () => Promise<{ lists: { id: string; label: string }[]; hasMore: boolean }>
  /** A page of one list, newest first; undefined where the list is unavailable. */
  read: (list: OpenList) => Promise<ListingPage | undefined>
}

interface ReadList {
  list: OpenList
  page: ListingPage
  /** Posts of the page that were not returned yet. */
  ahead: ChannelPost[]
  /** Nothing of the window comes after this page. */
  isLast: boolean
}

/**
 * Merges several lists, each newest first, into one. It reads each list's current page, and returns the posts that no
 * later page can precede. More lists than are read make the result truncated, at the end.
 */
export async function searchListings(request: SearchRequest, listings: MergedListings): Promise<SearchPage> {
  const cursor = readCursorAs(Cursor, request.cursor) ?? (await begin(listings))
  const read = (await Promise.all(cursor.lists.map((list) => readList(list, cursor, request, listings)))).flat()
  // A list that continues may still hold anything older than the oldest post of its page.
  const horizon = Math.max(-Infinity, ...read.filter(({ isLast }) => !isLast).map(oldestOf))
  const safe = read.flatMap(({ ahead }) => ahead).filter((post) => timeOf(post) >= horizon)
  const handed = safe.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, request.limit)
  const next = advance(cursor, read, handed)
  return {
    posts: handed.filter((post) => isAskedFor(post, request)),
    cursor: next.lists.length === 0 ? null : JSON.stringify(next),
    truncated: next.lists.length === 0 && cursor.hasMoreLists,
    limits: read.map(({ page }) => page.limits).find((limits): limits is RateLimit => limits !== null) ?? null,
  }
}

async function begin({ find }: MergedListings): Promise<Cursor> {
  const { lists, hasMore } = await find()
  return { lists: lists.map((list) => ({ ...list, place: null })), until: null, seen: [], hasMoreLists: hasMore }
}

async function readList(
  list: OpenList,
  { until, seen }: Cursor,
  { since }: SearchRequest,
  { read }: MergedListings,
): Promise<ReadList[]> {
  const page = await read(list)
  if (!page) return []
  if (page.next !== null && page.next === list.place) throw goesInCircles()
  const isAhead = (post: ChannelPost) =>
    until === null || timeOf(post) < until || (timeOf(post) === until && !seen.includes(post.externalId))
  const ahead = page.posts.filter((post) => post.postedAt >= since && isAhead(post))
  return [{ list, page, ahead, isLast: page.next === null || page.posts.some(({ postedAt }) => postedAt < since) }]
}

function advance(cursor: Cursor, read: readonly ReadList[], handed: readonly ChannelPost[]): Cursor {
  const out = new Set(handed.map(({ externalId }) => externalId))
  const lists = read.flatMap(({ list, page, ahead, isLast }) => {
    if (ahead.some(({ externalId }) => !out.has(externalId))) return [list]
    return isLast ? [] : [{ ...list, place: page.next }]
  })
  const last = handed.at(-1)
  const until = last ? timeOf(last) : cursor.until
  const known = until === cursor.until ? cursor.seen : []
  const seen = handed.filter((post) => timeOf(post) === until).map(({ externalId }) => externalId)
  return { ...cursor, lists, until, seen: [...known, ...seen] }
}

function oldestOf({ page }: ReadList): number {
  return Math.min(Infinity, ...page.posts.map(timeOf))
}

function timeOf({ postedAt }: ChannelPost): number {
  return postedAt.getTime()
}
