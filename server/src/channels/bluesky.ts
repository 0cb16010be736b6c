import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { BLUESKY, presentPost, readPosts } from './bluesky-posts.ts'
import { drawFromJetstream, isSampled } from './bluesky-draws.ts'
import { cursorAt, listenToJetstream } from './bluesky-jetstream.ts'
import type { JetstreamOptions } from './bluesky-jetstream.ts'
import { createBlueskySessions, ExpiredSession } from './bluesky-session.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelKey, SearchRequest } from './channel.ts'
import { createPlatformApi, limitsFrom, statusFailure } from './platform-api.ts'
import { rateLimited } from './rate-limit.ts'
import { isWanted, writeQuery } from './search-words.ts'
import { searchByTime } from './time-slices.ts'
import type { Slice } from './time-slices.ts'

// A cursor "may not allow scrolling through the entire result set", so reading goes by time.
const CAPS = { pageSizeMax: 100, depthMax: 100 }
const POSTS_AT_ONCE = 25
const GET_POSTS = 'app.bsky.feed.getPosts'
const LIMIT = { requests: 2_500, windowMs: 300_000 }

const Failure = z.object({ error: z.string(), message: z.string().catch('') })
const Found = z.object({ posts: z.array(z.object({ uri: z.string() })) })

interface BlueskyOptions {
  /** The account's own server, such as `https://bsky.social`. */
  pdsUrl: string
  /** The installation's own account; search requires one. */
  key?: ChannelKey | undefined
  fetch: OutboundFetch
  clock: Clock
  /** The stream of everything posted; without it nothing is streamed. */
  jetstream?: JetstreamOptions | undefined
  /** Another server of the same stream, to draw from, and where it is told without an account whether posts still stand. */
  draws?: { jetstream: JetstreamOptions; publicUrl: string } | undefined
}

/** Posts of Bluesky from its search, which requires an account. Ids are at:// addresses. */
export function createBluesky({ pdsUrl, key: ownKey, fetch, clock, jetstream, draws }: BlueskyOptions): Channel {
  const api = createPlatformApi({ name: BLUESKY, fetch, clock, ...LIMIT, failureOf })
  const sessions = createBlueskySessions({ pdsUrl, api })

  async function ask(method: string, asked: URLSearchParams, request: Pick<SearchRequest, 'signal' | 'key'>) {
    const key = request.key ?? ownKey
    if (!key) throw needsAccount()
    const url = new URL(`${pdsUrl}/xrpc/${method}`)
    url.search = asked.toString()
    return sessions.use(key, request.signal, (token) =>
      api.ask(url, { signal: request.signal, who: key['identifier'], headers: { authorization: `Bearer ${token}` } }),
    )
  }

  return {
    platform: 'bluesky',
    displayName: BLUESKY,
    sources: null,
    key: {
      need: 'required',
      fields: [
        { name: 'identifier', label: 'Handle', isSecret: false },
        { name: 'password', label: 'App password', isSecret: true },
      ],
      help: 'Make an app password under Settings, Privacy and security on Bluesky; your own password is not needed.',
    },
    rules: { keepDays: null, deleteWithinHours: 24, attribution: null, notice: null },
    async search(request) {
      const { posts, ...page } = await searchByTime(request, CAPS, async (slice) => {
        const answer = await ask('app.bsky.feed.searchPosts', searchFor(request, slice), request)
        const { posts: views, received } = readPosts(answer)
        // Pages of one second cannot be addressed, so the first pages are fetched again and skipped.
        const before = slice.page * slice.size
        const limits = limitsFrom(answer.response.headers, clock.now(), 'epoch_seconds', 'ratelimit-')
        return { posts: views.map(presentPost).slice(before), received: received - before, limits }
      })
      return { ...page, posts: posts.filter((post) => isWanted(post, request.query)) }
    },
    check: (externalIds, signal, key) =>
      findStanding(externalIds, (asked) => ask(GET_POSTS, asked, { signal, key: key ?? null })),
    ...(draws && {
      draws: {
        perDay: 24,
        isSampled,
        draw: (request) => drawFromJetstream(draws.jetstream, request),
        check: (externalIds, signal) =>
          findStanding(externalIds, (asked) =>
            api.ask(new URL(`${draws.publicUrl}/xrpc/${GET_POSTS}?${asked.toString()}`), { signal }),
          ),
      },
    }),
    ...(jetstream && { listen: (request) => listenToJetstream(jetstream, request), resumes: true, cursorAt }),
  }
}

async function findStanding(
  externalIds: readonly string[],
  ask: (asked: URLSearchParams) => Promise<PlatformAnswer>,
): Promise<Map<string, 'present' | 'deleted'>> {
  const found = new Map<string, 'present' | 'deleted'>()
  const uris = externalIds.filter((id) => id.startsWith('at://'))
  for (let from = 0; from < uris.length; from += POSTS_AT_ONCE) {
    const some = uris.slice(from, from + POSTS_AT_ONCE)
    const answer = await ask(new URLSearchParams(some.map((uri): [string, string] => ['uris', uri])))
    const standing = new Set(parseReply(answer, Found, BLUESKY).posts.map(({ uri }) => uri))
    for (const uri of some) found.set(uri, standing.has(uri) ? 'present' : 'deleted')
  }
  return found
}

/** `since` is inclusive and `until` is not, as everywhere here. */
function searchFor({ query }: SearchRequest, { since, until, page, size }: Slice): URLSearchParams {
  return new URLSearchParams({
    // A query without a word is refused; this one matches every post.
    q: writeQuery({ ...query, exclude: [] }) || '*',
    sort: 'latest',
    since: new Date(since * 1000).toISOString(),
    until: new Date(until * 1000).toISOString(),
    limit: String(Math.min((page + 1) * size, CAPS.pageSizeMax)),
  })
}

/** Errors have names of their own: an expired session is a 400, a limit a 429. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  if (response.ok) return undefined
  if (response.status >= 500 || !text.startsWith('{')) return statusFailure(answer, call)
  const { error } = Failure.safeParse(parseReply(answer, z.unknown(), BLUESKY)).data ?? {}
  if (error === 'RateLimitExceeded') {
    const { resetAt } = limitsFrom(response.headers, call.now(), 'epoch_seconds', 'ratelimit-')
    return rateLimited(BLUESKY, resetAt ? Math.max(1_000, resetAt.getTime() - call.now().getTime()) : 60_000)
  }
  if (error === 'ExpiredToken' || error === 'InvalidToken') return new ExpiredSession()
  if (error === 'AuthenticationRequired' || error === 'AuthMissing') {
    const message = 'Bluesky does not accept the handle with this app password; make a new one and enter it.'
    return new ChannelError('key_refused', message, null)
  }
  return statusFailure(answer, call)
}

function needsAccount(): ChannelError {
  const message = 'Bluesky lets nobody search without an account. Add a handle and an app password.'
  return new ChannelError('misconfigured', message, null)
}
