import { createHash } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { askPlatform, brokenOff, requireOk } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import type { Feed, FeedEntry } from './feed-entries.ts'
import { findFeedLinks } from './feed-links.ts'
import { readFeedApart } from './read-feed-apart.ts'
import { isMentioned, isWanted } from './search-words.ts'
import { searchByTime } from './time-slices.ts'

const FEED_BYTES_MAX = 5_000_000
const FEEDS_REMEMBERED = 200
/** Of all feeds together, in characters as they were sent. */
const TEXT_REMEMBERED_MAX = 20_000_000
const ACCEPT = 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5'
/** Many feeds give only the day or a draft's date, and some are generated once a day. */
const LISTS_LATE_MS = 2 * 24 * 60 * 60 * 1000
const CAPS = { pageSizeMax: 1000, depthMax: Number.MAX_SAFE_INTEGER }

interface FeedsOptions {
  /** Guarded, since users type feed addresses. */
  fetch: OutboundFetch
  clock: Clock
}

interface Remembered {
  etag: string | null
  lastModified: string | null
  feed: Feed
  /** How long its text was. */
  length: number
}

/**
 * RSS, Atom, RDF and JSON feeds; a request's source is the feed's address. A feed lists only its newest entries, so
 * `truncated` is set when they begin after the window does. An entry without a credible date counts as just posted.
 */
export function createFeeds({ fetch, clock }: FeedsOptions): Channel {
  const remembered = new Map<string, Remembered>()

  async function read(feedUrl: string, signal: AbortSignal): Promise<Feed> {
    const url = parseFeedUrl(feedUrl)
    const known = remembered.get(url.href)
    const call = { fetch, name: url.host, now: () => clock.now(), signal, maxBytes: FEED_BYTES_MAX }
    const answer = await askPlatform(url, call, conditions(known))
    if (answer.response.status === 304 && known) return known.feed
    if (answer.response.status === 410)
      throw new ChannelError('refused', `${url.host} has closed this feed for good; remove it.`, null)
    requireOk(answer, call)
    const feed = await readFeedApart(answer.text, answer.response.url || url.href, signal)
    if (isBrokenOff(answer.text)) throw brokenOff(url.host)
    if (!feed) throw await notAFeed(answer.text, answer.response.url || url.href)
    const { headers } = answer.response
    remember(url.href, {
      etag: headers.get('etag'),
      lastModified: headers.get('last-modified'),
      feed,
      length: answer.text.length,
    })
    return feed
  }

  function remember(key: string, value: Remembered): void {
    remembered.delete(key)
    remembered.set(key, value)
    let text = [...remembered.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [oldest, { length }] of remembered) {
      if (remembered.size <= FEEDS_REMEMBERED && text <= TEXT_REMEMBERED_MAX) break
      remembered.delete(oldest)
      text -= length
    }
  }

  return {
    platform: 'feed',
    displayName: 'RSS and Atom feeds',
    sources: { label: 'Feed', example: 'https://example.com/feed.xml', isRequired: true },
    key: null,
    rules: { keepDays: null, deleteWithinHours: null, attribution: null, notice: null },
    listsLateMs: LISTS_LATE_MS,
    async search(request) {
      const feedUrl = requireSource(request)
      const feed = await read(feedUrl, request.signal)
      const posts = feed.entries.map((entry) => toPost(entry, { feedUrl, feed, request, now: clock.now() }))
      const wanted = unique(posts).filter((post) => isMentioned(post, request.query) && isWanted(post, request.query))
      const newestFirst = wanted.sort((a, b) => b.postedAt.getTime() - a.postedAt.getTime())
      const page = await searchByTime(request, CAPS, async ({ since, until, page, size }) => {
        const inSlice = newestFirst.filter(({ postedAt }) => isBetween(postedAt, since, until))
        const posts = inSlice.slice(page * size, (page + 1) * size)
        return { posts, received: posts.length, limits: null }
      })
      return { ...page, truncated: page.cursor === null && beginsAfter(posts, request.since) }
    },
  }
}

function requireSource({ source }: SearchRequest): string {
  if (source) return source.externalId
  throw new ChannelError('misconfigured', 'No feed is chosen; enter the address of one.', null)
}

function parseFeedUrl(feedUrl: string): URL {
  const url = URL.parse(feedUrl.trim())
  if (url) return url
  throw new ChannelError('misconfigured', 'This is not the address of a feed; it begins with https://.', null)
}

function conditions(known: Remembered | undefined): Record<string, string> {
  return {
    accept: ACCEPT,
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  }
}

/** A lenient parser would read the first half and silently lose the rest. */
export function isBrokenOff(text: string): boolean {
  const begun = /<(rss|feed|(?:\w+:)?RDF)[\s>]|jsonfeed\.org\/version/i.exec(text.slice(0, 2000))
  if (!begun) return false
  const end = text.slice(-2000).trimEnd()
  return begun[1] === undefined ? !end.endsWith('}') : !end.includes(`</${begun[1]}`)
}

async function notAFeed(text: string, url: string): Promise<ChannelError> {
  const [link] = /<html|<!doctype html/i.test(text.slice(0, 2000)) ? await findFeedLinks(text, url) : []
  const advice = link ? `its feed is at ${link.url}: enter that address.` : 'look for its RSS or Atom address.'
  return new ChannelError('not_a_feed', `There is no feed at ${url}; ${advice}`, null)
}

interface Context {
  feedUrl: string
  feed: Feed
  request: SearchRequest
  now: Date
}

function toPost(entry: FeedEntry, { feedUrl, feed, request, now }: Context): ChannelPost {
  const believable = entry.publishedAt && entry.publishedAt <= now ? entry.publishedAt : undefined
  const host = new URL(feedUrl.trim()).host
  return {
    platform: 'feed',
    externalId: idOf(entry, feedUrl),
    kind: 'article',
    url: pageOf(entry, feedUrl),
    author: entry.author && { externalId: entry.author.url ?? `${host}:${entry.author.name}`, ...entry.author },
    title: entry.title,
    text: entry.text,
    postedAt: believable ?? new Date((Math.ceil(request.until.getTime() / 1000) - 1) * 1000),
    ...(!believable && { isUndated: true }),
    community: { externalId: feedUrl, name: host, displayName: feed.title ?? host },
    replies: entry.replies,
    points: null,
    license: null,
  }
}

/** Where an entry can be read: the site's address where it has no page, since the feed's own address may be private. */
function pageOf({ url }: FeedEntry, feedUrl: string): string {
  const isPage = url !== null && url.split('#', 1)[0] !== new URL(feedUrl.trim()).href.split('#', 1)[0]
  return isPage ? url : `${new URL(feedUrl.trim()).origin}/`
}

/** Ids are unique only within their feed, and a feed could claim another's, so ours include the feed's address. */
function idOf({ id, url, title, text }: FeedEntry, feedUrl: string): string {
  const own = id ?? url ?? `${title}\n${text}`
  return createHash('sha256').update(`${feedUrl}\n${own}`).digest('hex').slice(0, 32)
}

function unique(posts: ChannelPost[]): ChannelPost[] {
  return [...new Map(posts.map((post) => [post.externalId, post])).values()]
}

function isBetween(date: Date, since: number, until: number): boolean {
  const second = Math.floor(date.getTime() / 1000)
  return second >= since && second < until
}

function beginsAfter(posts: ChannelPost[], since: Date): boolean {
  return posts.length > 0 && posts.every(({ postedAt }) => postedAt > since)
}
