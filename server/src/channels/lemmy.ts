import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import { addressIn, hostOf, instanceOf, parseInstance } from './instance.ts'
import { searchListing } from './listing-pages.ts'
import { presentView, readViews } from './lemmy-posts.ts'
import { createPlatformApi, statusFailure } from './platform-api.ts'
import { rateLimited } from './rate-limit.ts'

const NAME = 'Lemmy'
const LIMIT = { requests: 60, windowMs: 60_000 }
/** Posts from instances that were offline are listed late, at their original date. */
const LISTS_LATE_MS = 60 * 60 * 1000
const PAGE_SIZE = 50

const OnePost = z.object({
  post_view: z.object({ post: z.object({ deleted: z.boolean().catch(false), removed: z.boolean().catch(false) }) }),
})
const Failure = z.object({ error: z.string() })

interface LemmyOptions {
  /** Guarded, since users enter instance addresses. */
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Posts of a Lemmy instance and those it federates with, newest first, from version 3 of its API. A source is the
 * instance's address. Ids are posts' addresses on their home instance, prefixed with the showing instance where that is
 * another.
 */
export function createLemmy({ fetch, clock }: LemmyOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT, failureOf })

  async function readPage(page: number, { source, signal }: SearchRequest) {
    const instance = instanceOf(source, NAME)
    const url = new URL('/api/v3/post/list', instance)
    url.search = new URLSearchParams({
      type_: 'All',
      sort: 'New',
      limit: String(PAGE_SIZE),
      page: String(page),
    }).toString()
    const answer = await api.ask(url, { signal, who: instance.host })
    const { views, received } = readViews(parseReply(answer, z.object({ posts: z.array(z.unknown()) }), NAME).posts)
    if (received > 0 && views.length === 0) throw changedReply(NAME)
    const posts: ChannelPost[] = views.flatMap((view) => presentView(view, instance) ?? [])
    return { posts, received, next: received < PAGE_SIZE ? null : String(page + 1), limits: null }
  }

  async function standing(url: URL, signal: AbortSignal): Promise<'present' | 'deleted'> {
    try {
      const answer = await api.ask(url, { signal, who: url.host })
      const { deleted, removed } = parseReply(answer, OnePost, NAME).post_view.post
      return deleted || removed ? 'deleted' : 'present'
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'refused' && error.message.includes('404')) return 'deleted'
      throw error
    }
  }

  return {
    platform: 'lemmy',
    displayName: NAME,
    sources: { label: 'Instance', example: 'https://lemmy.world', isRequired: true },
    key: null,
    rules: {
      keepDays: null,
      deleteWithinHours: 24,
      attribution: null,
      notice: 'Every instance has rules of its own; read them before you answer there.',
    },
    listsLateMs: LISTS_LATE_MS,
    search: (request) =>
      searchListing(request, {
        pageSizeMax: PAGE_SIZE,
        read: (place) => readPage(Number(place ?? 1), request),
      }),
    async check(externalIds, signal) {
      const found = new Map<string, 'present' | 'deleted'>()
      for (const externalId of externalIds) {
        const asked = postAddress(externalId)
        if (asked) found.set(externalId, await standing(asked, signal))
      }
      return found
    },
    async findSource(typed, signal) {
      const instance = parseInstance(typed)
      const answer = await api.ask(new URL('/api/v3/site', instance), { signal, who: instance.host })
      const site = parseReply(answer, z.object({ site_view: z.unknown() }), NAME)
      if (site.site_view == null)
        throw new ChannelError('misconfigured', `${hostOf(instance)} is no Lemmy instance.`, null)
      return { externalId: instance.origin, name: instance.host, displayName: hostOf(instance) }
    },
  }
}

/** Where a post can be checked: on its home instance. */
function postAddress(externalId: string): URL | undefined {
  const [, origin, id] = /^(https?:\/\/[^/]+)\/post\/(\d+)$/.exec(addressIn(externalId)) ?? []
  return origin === undefined ? undefined : new URL(`/api/v3/post?id=${id ?? ''}`, origin)
}

/** The body reports a limit, with a status that differs by version. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  if (!answer.response.ok && answer.text.startsWith('{')) {
    const { error } = Failure.safeParse(parseReply(answer, z.unknown(), NAME)).data ?? {}
    if (error === 'rate_limit_error') return rateLimited(NAME, 60_000)
  }
  return statusFailure(answer, call)
}
