import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { askPlatform, changedReply, parseReply, requireOk } from './ask-platform.ts'
import type { PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, DrawRequest, SearchRequest } from './channel.ts'
import { cleanText, decodeEntities, htmlToText } from './markup.ts'
import { createThrottle } from './rate-limit.ts'
import { isWanted, writeQuery } from './search-words.ts'
import { searchByTime } from './time-slices.ts'
import type { Slice } from './time-slices.ts'

const NAME = 'Hacker News'
const SITE = 'https://news.ycombinator.com'
const CAPS = { pageSizeMax: 1000, depthMax: 1000 }
// Above 10,000 requests an hour Algolia blocks an address without a hint in any header.
const REQUESTS_PER_HOUR = 9_000
const CHECKS_AT_ONCE = 8
/** Ids tried at each draw. Items come at six to twelve a minute, so some ten minutes hold one id in three. */
const DRAWN_AT_ONCE = 16
const DRAWN_AMONG = 300
const POSTS = new Set(['story', 'comment', 'poll'])

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)

const Hit = z.object({
  objectID: z.string().regex(/^\d+$/),
  created_at_i: z.int().min(0),
  _tags: z.array(z.string()).catch([]),
  author: optionalText,
  title: optionalText,
  story_text: optionalText,
  comment_text: optionalText,
  points: optionalCount,
  num_comments: optionalCount,
})
const Reply = z.object({ hits: z.array(z.unknown()), nbHits: optionalCount })
const Item = z
  .object({
    deleted: z.boolean().optional().catch(undefined),
    dead: z.boolean().optional().catch(undefined),
    type: optionalText,
    time: optionalCount,
  })
  .nullable()

interface HackerNewsOptions {
  /** Algolia's search, such as `https://hn.algolia.com/api/v1`. */
  searchUrl: string
  /** Firebase's items, such as `https://hacker-news.firebaseio.com/v0`. */
  itemsUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/** Stories, polls and comments from Algolia's search, and whether they still exist from the site's own items. */
export function createHackerNews({ searchUrl, itemsUrl, fetch, clock }: HackerNewsOptions): Channel {
  const throttle = createThrottle({ clock, name: NAME, requests: REQUESTS_PER_HOUR, windowMs: 3_600_000 })
  const call = (signal: AbortSignal): PlatformCall => ({ fetch, name: NAME, now: () => clock.now(), signal })

  async function ask(url: URL, signal: AbortSignal) {
    await throttle.take(signal)
    const answer = await askPlatform(url, call(signal))
    try {
      requireOk(answer, call(signal))
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'rate_limited') throttle.pause(error.retryAfterMs ?? 0)
      throw error
    }
    return answer
  }

  async function askItems<Reply>(path: string, schema: z.ZodType<Reply>, signal: AbortSignal): Promise<Reply> {
    await throttle.take(signal)
    const answer = await askPlatform(new URL(`${itemsUrl}/${path}.json`), call(signal))
    requireOk(answer, call(signal))
    return parseReply(answer, schema, NAME)
  }

  async function checkOne(externalId: string, signal: AbortSignal): Promise<'present' | 'deleted'> {
    return isThere(await askItems(`item/${externalId}`, Item, signal)) ? 'present' : 'deleted'
  }

  /** Ids are given in turn to whatever is posted, so those among the newest are drawn evenly. */
  async function draw({ since, until, chance, signal }: DrawRequest): Promise<string[]> {
    const newest = await askItems('maxitem', z.int().min(0), signal)
    const ids = new Set(Array.from({ length: DRAWN_AT_ONCE }, () => newest - Math.floor(chance() * DRAWN_AMONG)))
    const drawn: string[] = []
    for (const id of ids) {
      const item = id > 0 ? await askItems(`item/${id}`, Item, signal) : null
      const atMs = (item?.time ?? 0) * 1000
      const isWithin = atMs >= since.getTime() && atMs < until.getTime()
      if (isWithin && isThere(item) && POSTS.has(item?.type ?? '')) drawn.push(String(id))
    }
    return drawn
  }

  return {
    platform: 'hacker_news',
    displayName: NAME,
    sources: null,
    key: null,
    rules: { keepDays: null, deleteWithinHours: null, attribution: null, notice: null },
    search: (request) =>
      searchByTime(request, CAPS, async (slice) => {
        const answer = await ask(searchAddress(searchUrl, request, slice), request.signal)
        const { hits, nbHits } = parseReply(answer, Reply, NAME)
        const usable = hits.flatMap((hit) => Hit.safeParse(hit).data ?? [])
        if (hits.length > 0 && usable.length === 0) throw changedReply(NAME)
        return { posts: usable.map(toPost), received: hits.length, hits: nbHits ?? null, limits: null }
      }).then((page) => ({ ...page, posts: page.posts.filter((post) => isWanted(post, request.query)) })),
    draws: { perDay: 24, draw },
    async check(externalIds, signal) {
      const found = new Map<string, 'present' | 'deleted'>()
      const ids = externalIds.filter((id) => /^\d+$/.test(id))
      for (let from = 0; from < ids.length; from += CHECKS_AT_ONCE) {
        const some = ids.slice(from, from + CHECKS_AT_ONCE)
        const states = await Promise.all(some.map(async (id) => [id, await checkOne(id, signal)] as const))
        for (const [id, state] of states) found.set(id, state)
      }
      return found
    },
  }
}

function isThere(item: z.infer<typeof Item>): boolean {
  return item !== null && item.deleted !== true && item.dead !== true
}

function searchAddress(searchUrl: string, { query }: SearchRequest, { since, until, page, size }: Slice): URL {
  const url = new URL(`${searchUrl}/search_by_date`)
  url.searchParams.set('query', writeQuery(query))
  if (query.inTitle === true) url.searchParams.set('restrictSearchableAttributes', 'title')
  url.searchParams.set('tags', '(story,comment,poll)')
  url.searchParams.set('numericFilters', `created_at_i>${since - 1},created_at_i<${until}`)
  url.searchParams.set('hitsPerPage', String(size))
  url.searchParams.set('page', String(page))
  return url
}

function toPost({ _tags: tags, ...hit }: z.infer<typeof Hit>): ChannelPost {
  const isComment = tags.includes('comment') || (hit.comment_text != null && hit.title == null)
  const name = hit.author == null ? '' : cleanText(hit.author)
  return {
    platform: 'hacker_news',
    externalId: hit.objectID,
    kind: isComment ? 'comment' : 'post',
    url: `${SITE}/item?id=${hit.objectID}`,
    author: name === '' ? null : { externalId: name, name, url: `${SITE}/user?id=${encodeURIComponent(name)}` },
    title: isComment || hit.title == null ? null : decodeEntities(hit.title),
    text: htmlToText((isComment ? hit.comment_text : hit.story_text) ?? ''),
    postedAt: new Date(hit.created_at_i * 1000),
    community: null,
    replies: hit.num_comments ?? null,
    points: hit.points ?? null,
    license: null,
  }
}
