import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelKey, SearchPage, SearchRequest } from './channel.ts'
import { searchListing } from './listing-pages.ts'
import { createPlatformApi, limitsFrom } from './platform-api.ts'
import type { PlatformApi } from './platform-api.ts'
import { createRedditFeeds, FEED_ENTRIES, type ReadRedditFeed } from './reddit-feeds.ts'
import { AboutReply, presentThing, readStanding, readThings, REDDIT } from './reddit-posts.ts'
import { createRedditTokens } from './reddit-tokens.ts'
import type { RedditTokens } from './reddit-tokens.ts'
import { writeQuery } from './search-words.ts'

/** A listing ends here, however many posts there are. */
const DEPTH_MAX = 1_000
const PAGE_SIZE_MAX = 100
const QUERY_MAX = 512
const IDS_AT_ONCE = 100
// 100 a minute per client, averaged over ten minutes.
const LIMIT = { requests: 90, windowMs: 60_000 }
/** Without a key only feeds are read, and seldom. */
const FEED_LIMIT = { requests: 10, windowMs: 60_000 }

interface RedditOptions {
  /** Such as `https://oauth.reddit.com`, for requests with a token. */
  apiUrl: string
  /** Such as `https://www.reddit.com`, for tokens and feeds. */
  siteUrl: string
  fetch: OutboundFetch
  clock: Clock
}

interface Reading {
  apiUrl: string
  api: PlatformApi
  tokens: RedditTokens
  now: () => Date
}

/**
 * Posts of subreddits, newest first. With a key that Reddit approved, from its API; without one, from the subreddit's
 * feed. Ids are Reddit's full names, such as `t3_1abcd`.
 */
export function createReddit({ apiUrl, siteUrl, fetch, clock }: RedditOptions): Channel {
  const api = createPlatformApi({ name: REDDIT, fetch, clock, ...LIMIT })
  const feeds = createPlatformApi({ name: REDDIT, fetch, clock, ...FEED_LIMIT })
  const readFeed = createRedditFeeds({ siteUrl, api: feeds, clock })
  const tokens = createRedditTokens({ siteUrl, api, clock })
  const reading: Reading = { apiUrl, api, tokens, now: () => clock.now() }
  return {
    platform: 'reddit',
    displayName: REDDIT,
    sources: { label: 'Subreddit', example: 'r/sysadmin', isRequired: false },
    key: {
      need: 'optional',
      fields: [
        { name: 'clientId', label: 'Client id', isSecret: false },
        { name: 'clientSecret', label: 'Client secret', isSecret: true },
      ],
      help: 'Without a key the newest posts of the subreddits you add are read. Reddit gives keys on request: describe your use in its Responsible Builder form and wait for the approval.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: 48,
      attribution: null,
      notice:
        'Reddit approves each use of its data, and commercial use by a written agreement only. Turn it on once you have that.',
    },
    search: async (request) => (request.key ? readByApi(reading, request, request.key) : readByFeed(readFeed, request)),
    async check(externalIds, signal, key) {
      const found = new Map<string, 'present' | 'deleted'>()
      const ids = externalIds.filter((id) => /^t[13]_[a-z0-9]+$/.test(id))
      if (!key) return found
      for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
        const some = ids.slice(from, from + IDS_AT_ONCE)
        const answer = await ask(reading, '/api/info', { id: some.join(',') }, { key, signal })
        const standing = readStanding(answer)
        for (const id of some) found.set(id, standing.has(id) ? 'present' : 'deleted')
      }
      return found
    },
    async findSource(typed, signal, key) {
      const name = /^(?:https?:\/\/(?:www\.|old\.)?reddit\.com)?\/?(?:r\/)?(\w{2,21})\/?$/i.exec(typed.trim())?.[1]
      if (name === undefined)
        throw new ChannelError('misconfigured', 'A subreddit is written r/ and its name, such as r/sysadmin.', null)
      const about = key
        ? parseReply(await ask(reading, `/r/${name}/about`, {}, { key, signal }), AboutReply, REDDIT).data
        : undefined
      const display = about?.display_name ?? name
      return { externalId: display.toLowerCase(), name: display, displayName: `r/${display}` }
    },
  }
}

interface Asked {
  key: ChannelKey
  signal: AbortSignal
}

function ask({ apiUrl, api, tokens }: Reading, path: string, asked: Record<string, string>, { key, signal }: Asked) {
  const url = new URL(`${apiUrl}${path}`)
  // Otherwise &, < and > come escaped.
  url.search = new URLSearchParams({ ...asked, raw_json: '1' }).toString()
  return tokens.use(key, signal, (token) =>
    api.ask(url, { signal, who: key['clientId'], headers: { authorization: `Bearer ${token}` } }),
  )
}

function readByApi(reading: Reading, request: SearchRequest, key: ChannelKey): Promise<SearchPage> {
  const { path, asked } = listingOf(request)
  // What Reddit finds holds the words, if in another form.
  const found = { ...request, query: { ...request.query, words: '', phrases: [] } }
  return searchListing(asked['q'] === undefined ? request : found, {
    pageSizeMax: PAGE_SIZE_MAX,
    depthMax: DEPTH_MAX,
    async read(after, size) {
      const page = { limit: String(size), ...(after !== null && { after }) }
      const answer = await ask(reading, path, { ...asked, ...page }, { key, signal: request.signal })
      const { things, received, next } = readThings(answer)
      const limits = limitsFrom(answer.response.headers, reading.now(), 'seconds_left')
      return { posts: things.flatMap((thing) => presentThing(thing) ?? []), received, next, limits }
    },
  })
}

/** A query searches; without words, the newest are listed. */
function listingOf({ query, source }: SearchRequest): { path: string; asked: Record<string, string> } {
  const subreddit = source === null ? '' : `/r/${source.externalId}`
  const written = writeQuery({ ...query, exclude: [] }).slice(0, QUERY_MAX)
  const q = query.inTitle === true ? written.replaceAll(/"[^"]*"|\S+/g, 'title:$&') : written
  if (q === '') return { path: `${subreddit === '' ? '/r/all' : subreddit}/new`, asked: {} }
  const restrict: Record<string, string> = source === null ? {} : { restrict_sr: '1' }
  return { path: `${subreddit}/search`, asked: { q, sort: 'new', t: 'all', type: 'link', ...restrict } }
}

/** The newest twenty-five of a subreddit, from its Atom feed. */
function readByFeed(read: ReadRedditFeed, request: SearchRequest): Promise<SearchPage> {
  const { source, since, signal } = request
  if (source === null) {
    const message = 'Without a key of your own Reddit shows single subreddits only. Name one, or add a key.'
    throw new ChannelError('misconfigured', message, null)
  }
  return searchListing(request, {
    pageSizeMax: FEED_ENTRIES,
    depthMax: FEED_ENTRIES,
    async read() {
      const { posts, listed } = await read(source.externalId, { since, signal })
      return { posts: [...posts], received: listed, next: null, limits: null }
    },
  })
}
