import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, SearchRequest } from './channel.ts'
import { DISCOURSE, presentPost, readPosts } from './discourse-posts.ts'
import { hostOf, instanceOf, parseInstance } from './instance.ts'
import { searchListing } from './listing-pages.ts'
import { createPlatformApi, statusFailure } from './platform-api.ts'
import { rateLimited, readRetryAfterMs } from './rate-limit.ts'

/** A forum allows 200 requests a minute per address; half of that leaves room for people behind the same one. */
const LIMIT = { requests: 100, windowMs: 60_000 }
const PAGE_SIZE_MAX = 50

const Waiting = z.object({ error_type: z.string(), extras: z.object({ wait_seconds: z.number() }) })
const Site = z.object({ title: z.string().catch('') })

interface DiscourseOptions {
  /** Guarded, since users enter forum addresses. */
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Every public post of a Discourse forum, newest first. Its search knows only whole days and excerpts, so its list of
 * posts is read and words are compared here. A source is the forum's address. Ids read `address/number`.
 */
export function createDiscourse({ fetch, clock }: DiscourseOptions): Channel {
  const api = createPlatformApi({ name: DISCOURSE, fetch, clock, ...LIMIT, failureOf })

  async function readPage(before: string | null, { source, signal }: SearchRequest) {
    const forum = instanceOf(source, 'Discourse')
    const url = new URL('/posts.json', forum)
    if (before !== null) url.searchParams.set('before', before)
    const { posts, received, oldest } = readPosts(await api.ask(url, { signal, who: forum.host }))
    if (received > 0 && oldest === null) throw changedReply(DISCOURSE)
    // The list ends with the forum's first post; a page below it is empty.
    const next = oldest === null || oldest <= 1 ? null : String(oldest)
    return { posts: posts.map((post) => presentPost(post, forum)), received, next, limits: null }
  }

  return {
    platform: 'discourse',
    displayName: DISCOURSE,
    sources: { label: 'Forum', example: 'https://meta.discourse.org', isRequired: true },
    key: null,
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: null,
      notice: 'Every forum has terms of its own; read them before you add it.',
    },
    search: (request) =>
      searchListing(request, { pageSizeMax: PAGE_SIZE_MAX, read: (place) => readPage(place, request) }),
    async check(externalIds, signal) {
      const found = new Map<string, 'present' | 'deleted'>()
      for (const externalId of externalIds) {
        const [, origin, id] = /^(https?:\/\/[^/]+)\/(\d+)$/.exec(externalId) ?? []
        if (origin === undefined || id === undefined) continue
        const url = new URL(`/posts/${id}.json`, origin)
        found.set(externalId, await standing(() => api.ask(url, { signal, who: url.host })))
      }
      return found
    },
    async findSource(typed, signal) {
      const forum = parseInstance(typed)
      const answer = await api.ask(new URL('/site/basic-info.json', forum), { signal, who: forum.host })
      const { title } = parseReply(answer, Site, hostOf(forum))
      return { externalId: forum.origin, name: forum.host, displayName: title || hostOf(forum) }
    },
  }
}

/** A removed post is not found, or may no longer be seen. */
async function standing(ask: () => Promise<PlatformAnswer>): Promise<'present' | 'deleted'> {
  try {
    await ask()
    return 'present'
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'refused') return 'deleted'
    throw error
  }
}

/** The waiting time is in a header or in the body. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  if (response.status === 429 && text.startsWith('{')) {
    const { extras } = Waiting.safeParse(parseReply(answer, z.unknown(), DISCOURSE)).data ?? {}
    const waitMs = readRetryAfterMs(response.headers, call.now()) ?? (extras && extras.wait_seconds * 1000)
    if (waitMs !== undefined) return rateLimited(DISCOURSE, waitMs)
  }
  return statusFailure(answer, call)
}
