import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelKey, ChannelPost, SearchPage, SearchRequest } from './channel.ts'
import { readCursorAs } from './cursor.ts'
import { addressIn, hostOf, parseInstance } from './instance.ts'
import { listenToHashtag } from './mastodon-stream.ts'
import { tokenFor } from './mastodon-token.ts'
import { searchListing } from './listing-pages.ts'
import {
  AppReply,
  InstanceReply,
  MASTODON,
  presentStatus,
  readFound,
  readStatuses,
  StatusReply,
} from './mastodon-statuses.ts'
import { createPlatformApi, limitsFrom } from './platform-api.ts'
import type { PlatformApi } from './platform-api.ts'
import { isWanted, writeQuery } from './search-words.ts'
import { searchByTime } from './time-slices.ts'

// The limit is 300 requests in five minutes, per address and per account.
const LIMIT = { requests: 250, windowMs: 300_000 }
/** Posts from servers that were offline are listed late, at their original date. */
const LISTS_LATE_MS = 2 * 60 * 60 * 1000
const PAGE_SIZE = 40
/** A search is not sorted by time, so to sort it all of it is read before the first page is returned. */
const FOUND_MAX = 200
/** Page by page more of it can be read. */
const FOUND_IN_ANY_ORDER_MAX = 1_000
const Offset = z.object({ offset: z.int().min(0) })
const CAPS = { pageSizeMax: FOUND_MAX, depthMax: FOUND_MAX }

interface MastodonOptions {
  /** Guarded, since users enter instance addresses. */
  fetch: OutboundFetch
  clock: Clock
  /** The longest silence of a stream. */
  silenceMs?: number
}

/** One server and, where one is named, one of its hashtags. */
interface Hashtag {
  instance: URL
  tag: string | null
}

/**
 * Posts of a Mastodon server: of a hashtag, which most servers show everybody, or by words with a token. A source is
 * `https://server#tag` or `https://server`. Ids are posts' addresses on their home server, prefixed with the showing
 * server where that is another.
 */
export function createMastodon({ fetch, clock, silenceMs }: MastodonOptions): Channel {
  const api = createPlatformApi({ name: MASTODON, fetch, clock, ...LIMIT })
  const reading = { api, now: () => clock.now() }
  const listening = { api, fetch, now: () => clock.now(), ...(silenceMs !== undefined && { silenceMs }) }
  return {
    platform: 'mastodon',
    displayName: MASTODON,
    sources: { label: 'Server and hashtag', example: 'https://mastodon.social#devops', isRequired: true },
    key: {
      need: 'optional',
      fields: [
        { name: 'server', label: 'Your server', isSecret: false },
        { name: 'token', label: 'Access token', isSecret: true },
      ],
      help: 'Make an application with the scope read under Preferences, Development on your server. It opens its search, and its hashtags are heard as they are posted.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: 24,
      attribution: null,
      notice: 'Every server has rules of its own. People who ask not to be indexed are left out.',
    },
    listsLateMs: LISTS_LATE_MS,
    async search(request) {
      const place = placeOf(request.source)
      if (place.tag !== null) return readTag(reading, place, place.tag, request)
      return request.inAnyOrder === true ? findPage(reading, place, request) : searchWords(reading, place, request)
    },
    takesWords: (externalId) => placeOf({ externalId }).tag === null,
    listen: (request) => listenToHashtag(listening, placeOf(request.source), request),
    canListenTo: (externalId) => placeOf({ externalId }).tag !== null,
    async check(externalIds, signal) {
      const found = new Map<string, 'present' | 'deleted'>()
      for (const externalId of externalIds) {
        const [, origin, id] = /^(https?:\/\/[^/]+)\/@[^/]+\/(\d+)$/.exec(addressIn(externalId)) ?? []
        if (origin !== undefined && id !== undefined) found.set(externalId, await standing(api, origin, id, signal))
      }
      return found
    },
    async tryKey(key, signal) {
      const instance = parseInstance(key['server'] ?? '')
      const asked = { signal, who: instance.host, headers: headersFor(key, instance) }
      parseReply(await api.ask(new URL('/api/v1/apps/verify_credentials', instance), asked), AppReply, hostOf(instance))
    },
    async findSource(typed, signal, key) {
      const place = placeOf({ externalId: typed.trim() })
      const answer = await api.ask(new URL('/api/v2/instance', place.instance), {
        signal,
        who: place.instance.host,
        headers: headersFor(key, place.instance),
      })
      const { title } = parseReply(answer, InstanceReply, hostOf(place.instance))
      const host = hostOf(place.instance)
      if (place.tag === null) return { externalId: place.instance.origin, name: host, displayName: title || host }
      const externalId = `${place.instance.origin}#${place.tag}`
      return { externalId, name: `#${place.tag}`, displayName: `#${place.tag} on ${title || host}` }
    },
  }
}

interface Reading {
  api: PlatformApi
  now: () => Date
}

/** The hashtag's timeline, page by page; words are compared here. */
function readTag(
  { api, now }: Reading,
  { instance }: Hashtag,
  tag: string,
  request: SearchRequest,
): Promise<SearchPage> {
  return searchListing(request, {
    pageSizeMax: PAGE_SIZE,
    async read(place) {
      const url = new URL(`/api/v1/timelines/tag/${encodeURIComponent(tag)}`, instance)
      url.search = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ...(place !== null && { max_id: place }),
      }).toString()
      const answer = await api.ask(url, {
        signal: request.signal,
        who: instance.host,
        headers: headersFor(request.key, instance),
      })
      const { statuses, received, lastId } = readStatuses(answer)
      return {
        posts: statuses.flatMap((status) => presentStatus(status, { instance, tag }) ?? []),
        received,
        next: received < PAGE_SIZE ? null : lastId,
        limits: limitsFrom(answer.response.headers, now(), 'date_or_epoch_seconds'),
      }
    },
  })
}

/** One page of the server's search, in its own order. */
async function findPage(reading: Reading, { instance }: Hashtag, request: SearchRequest): Promise<SearchPage> {
  const { offset } = readCursorAs(Offset, request.cursor) ?? { offset: 0 }
  const limit = Math.max(1, Math.min(request.limit, PAGE_SIZE))
  const { posts, received } = await readFoundAt(
    reading,
    { instance, q: wordsFor(request, instance), offset, limit },
    request,
  )
  const next = offset + received
  const isLast = received < limit
  const { since, until, query } = request
  return {
    posts: posts.filter((post) => post.postedAt >= since && post.postedAt < until && isWanted(post, query)),
    cursor: isLast || next >= FOUND_IN_ANY_ORDER_MAX ? null : JSON.stringify({ offset: next }),
    truncated: !isLast && next >= FOUND_IN_ANY_ORDER_MAX,
    limits: null,
  }
}

function wordsFor({ query, key }: SearchRequest, instance: URL): string {
  const q = writeQuery({ ...query, exclude: [] })
  if (tokenFor(key, instance) === undefined) throw needsToken()
  if (q === '') throw new ChannelError('misconfigured', 'A Mastodon server is searched for words; name some.', null)
  return q
}

/** The results of the server's search, sorted by time. */
async function searchWords(reading: Reading, { instance }: Hashtag, request: SearchRequest): Promise<SearchPage> {
  const q = wordsFor(request, instance)
  const page = await searchByTime(request, CAPS, async ({ since, until, page: number, size }) => {
    const found = await readAllFound(reading, instance, q, request)
    const inSlice = found
      .filter(({ postedAt }) => postedAt.getTime() >= since * 1000 && postedAt.getTime() < until * 1000)
      .toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime())
    const posts = inSlice.slice(number * size, (number + 1) * size)
    return { posts, received: posts.length, limits: null }
  })
  return { ...page, posts: page.posts.filter((post) => isWanted(post, request.query)) }
}

async function readAllFound(
  reading: Reading,
  instance: URL,
  q: string,
  request: SearchRequest,
): Promise<ChannelPost[]> {
  const posts: ChannelPost[] = []
  for (let offset = 0; offset < FOUND_MAX; offset += PAGE_SIZE) {
    const found = await readFoundAt(reading, { instance, q, offset, limit: PAGE_SIZE }, request)
    posts.push(...found.posts)
    if (found.received < PAGE_SIZE) break
  }
  return posts
}

interface FoundPart {
  instance: URL
  q: string
  offset: number
  limit: number
}

async function readFoundAt(
  { api }: Reading,
  { instance, q, offset, limit }: FoundPart,
  { key, signal }: SearchRequest,
): Promise<{ posts: ChannelPost[]; received: number }> {
  const url = new URL('/api/v2/search', instance)
  url.search = new URLSearchParams({ q, type: 'statuses', limit: String(limit), offset: String(offset) }).toString()
  const answer = await api.ask(url, { signal, who: instance.host, headers: headersFor(key, instance) })
  const { statuses, received } = readFound(answer)
  return { posts: statuses.flatMap((status) => presentStatus(status, { instance, tag: null }) ?? []), received }
}

/** Asked at the post's home server, which knows best. */
async function standing(
  api: PlatformApi,
  origin: string,
  id: string,
  signal: AbortSignal,
): Promise<'present' | 'deleted'> {
  const url = new URL(`/api/v1/statuses/${id}`, origin)
  try {
    parseReply(await api.ask(url, { signal, who: url.host }), StatusReply, MASTODON)
    return 'present'
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'refused' && error.message.includes('404')) return 'deleted'
    throw error
  }
}

function placeOf(source: { externalId: string } | null): Hashtag {
  if (source === null) throw new ChannelError('misconfigured', 'Mastodon is many servers; name one of them.', null)
  const [address = '', tag] = source.externalId.split('#')
  if (tag !== undefined && !/^[\p{L}\p{N}_]{1,100}$/u.test(tag)) {
    throw new ChannelError('misconfigured', 'A hashtag is one word of letters and digits, such as #devops.', null)
  }
  return { instance: parseInstance(address), tag: tag ?? null }
}

function headersFor(key: ChannelKey | null | undefined, instance: URL): Record<string, string> {
  const token = tokenFor(key, instance)
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

function needsToken(): ChannelError {
  const message = 'A Mastodon server is searched with a token only. Add one, or name a hashtag.'
  return new ChannelError('misconfigured', message, null)
}
