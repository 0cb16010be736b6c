import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelKey, ChannelPost, SearchRequest } from './channel.ts'
import { cleanText, decodeEntities } from './markup.ts'
import { createPlatformApi, limitsFrom, statusFailure } from './platform-api.ts'
import { rateLimited } from './rate-limit.ts'
import { isWanted, writeQuery } from './search-words.ts'
import { searchByTime } from './time-slices.ts'
import type { Slice } from './time-slices.ts'

const NAME = 'X'
const LIMIT = { requests: 450, windowMs: 900_000 }
/** Every post read costs money, so no more than wanted are requested; ten is the least the API allows. */
const CAPS = { pageSizeMax: 100, depthMax: 100 }
const PAGE_SIZE_MIN = 10
/** The search reaches seven days back; slightly less is requested, since clocks differ. */
const REACH_MS = 7 * 24 * 60 * 60 * 1000 - 60_000
/** The newest posts are not indexed yet. */
const FRESHEST_MS = 15_000
const QUERY_MAX = 512
const POSTS_AT_ONCE = 100

const optionalText = z.string().nullish().catch(null)
const count = z.int().nullish().catch(null)

const Post = z.object({
  id: z.string().regex(/^\d+$/),
  text: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  author_id: optionalText,
  public_metrics: z.object({ reply_count: count, like_count: count }).nullish().catch(null),
})
const User = z.object({ id: z.string(), username: z.string().min(1), name: optionalText })
/** An empty result has no data, but always a count, or an error for each id requested. */
const Reply = z
  .object({
    data: z.array(z.unknown()).optional(),
    includes: z
      .object({ users: z.array(z.unknown()).catch([]) })
      .optional()
      .catch(undefined),
    meta: z.object({ result_count: z.int() }).optional(),
    errors: z.array(z.unknown()).min(1).optional(),
  })
  .refine(({ data, meta, errors }) => data !== undefined || meta !== undefined || errors !== undefined)
const Problem = z.object({ title: z.string().catch(''), detail: z.string().catch('') })
type User = z.infer<typeof User>

interface XOptions {
  /** Such as `https://api.x.com`. */
  apiUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/**
 * Posts of X from the last seven days, from its recent search, with the project's own paid key. Ids are the posts'
 * numbers.
 */
export function createX({ apiUrl, fetch, clock }: XOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT, failureOf })

  function ask(path: string, asked: Record<string, string>, key: ChannelKey | null | undefined, signal: AbortSignal) {
    const token = key?.['token']
    if (token === undefined)
      throw new ChannelError('misconfigured', 'X answers those with a paid key alone. Add one.', null)
    const url = new URL(`${apiUrl}${path}`)
    url.search = new URLSearchParams(asked).toString()
    return api.ask(url, { signal, who: token, headers: { authorization: `Bearer ${token}` } })
  }

  async function readSlice(request: SearchRequest, { since, until, page, size }: Slice) {
    const nowMs = clock.now().getTime()
    const from = Math.max(since * 1000, Math.ceil((nowMs - REACH_MS) / 1000) * 1000)
    const to = Math.min(until * 1000, Math.floor((nowMs - FRESHEST_MS) / 1000) * 1000)
    if (from >= to) return { posts: [], received: 0, limits: null }
    const before = page * size
    const wanted = Math.max(PAGE_SIZE_MIN, Math.min(before + size, CAPS.pageSizeMax))
    const answer = await ask(
      '/2/tweets/search/recent',
      searchFor(request, { from, to, wanted }),
      request.key,
      request.signal,
    )
    const { posts, received } = readPosts(answer)
    const limits = limitsFrom(answer.response.headers, clock.now(), 'epoch_seconds', 'x-rate-limit-')
    // Fewer than requested means there are no more, whatever the API's minimum is.
    const isAll = received < wanted
    return { posts: posts.slice(before), received: isAll ? Math.max(0, received - before) : size, limits }
  }

  return {
    platform: 'x',
    displayName: NAME,
    sources: null,
    key: {
      need: 'required',
      fields: [{ name: 'token', label: 'Bearer token', isSecret: true }],
      help: 'Make a project at developer.x.com. X charges your account for every post that is read.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: 24,
      attribution: null,
      notice:
        'X charges your account half a cent for every post that is read, may charge a cent for its author, and forbids watching people. Each of your leads there is read again once a day while its post is younger than a week and once a week after, since what was deleted on X has to go here too.',
    },
    async search(request) {
      const page = await searchByTime(request, CAPS, (slice) => readSlice(request, slice))
      const isBeyond = page.cursor === null && request.since.getTime() < clock.now().getTime() - REACH_MS
      const posts = page.posts.filter((post) => isWanted(post, request.query))
      return { ...page, posts, truncated: page.truncated || isBeyond }
    },
    async tryKey(key, signal) {
      // No post has this number, and only posts that are read cost money.
      await ask('/2/tweets', { ids: '1' }, key, signal)
    },
    async check(externalIds, signal, key) {
      const found = new Map<string, 'present' | 'deleted'>()
      const ids = externalIds.filter((id) => /^\d+$/.test(id))
      for (let from = 0; from < ids.length; from += POSTS_AT_ONCE) {
        const some = ids.slice(from, from + POSTS_AT_ONCE)
        const standing = readIds(await ask('/2/tweets', { ids: some.join(',') }, key, signal))
        for (const id of some) found.set(id, standing.has(id) ? 'present' : 'deleted')
      }
      return found
    },
  }
}

/** An empty query is refused: X has too much of everything. */
function searchFor({ query }: SearchRequest, { from, to, wanted }: { from: number; to: number; wanted: number }) {
  const words = writeQuery(query)
  if (words === '') throw new ChannelError('misconfigured', 'X is searched for words; name some.', null)
  return {
    query: `${words.slice(0, QUERY_MAX - 12)} -is:retweet`,
    start_time: new Date(from).toISOString(),
    end_time: new Date(to).toISOString(),
    max_results: String(wanted),
    sort_order: 'recency',
    'tweet.fields': 'created_at,author_id,public_metrics',
    expansions: 'author_id',
    'user.fields': 'username,name',
  }
}

function readPosts(answer: PlatformAnswer): { posts: ChannelPost[]; received: number } {
  const { data = [], includes } = parseReply(answer, Reply, NAME)
  const users = (includes?.users ?? []).flatMap((user) => User.safeParse(user).data ?? [])
  const byId = new Map(users.map((user) => [user.id, user]))
  const read = data.flatMap((entry) => Post.safeParse(entry).data ?? [])
  if (data.length > 0 && read.length === 0) throw changedReply(NAME)
  return { posts: read.map((post) => presentPost(post, byId.get(post.author_id ?? ''))), received: data.length }
}

function readIds(answer: PlatformAnswer): Set<string> {
  const { data = [] } = parseReply(answer, Reply, NAME)
  return new Set(data.flatMap((post) => z.object({ id: z.string() }).safeParse(post).data?.id ?? []))
}

function presentPost(post: z.infer<typeof Post>, user: User | undefined): ChannelPost {
  const name = user?.username ?? ''
  return {
    platform: 'x',
    externalId: post.id,
    kind: 'post',
    url: `https://x.com/${name === '' ? 'i' : name}/status/${post.id}`,
    author:
      user === undefined
        ? null
        : { externalId: user.id, name: cleanText(user.name ?? '') || name, url: `https://x.com/${name}` },
    title: null,
    text: decodeEntities(post.text),
    postedAt: new Date(post.created_at),
    community: null,
    replies: post.public_metrics?.reply_count ?? null,
    points: post.public_metrics?.like_count ?? null,
    license: null,
  }
}

/** Errors name themselves in `title` and `detail`; only a header says when a limit ends. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  if (response.status === 429 && !response.headers.has('retry-after')) {
    const { resetAt } = limitsFrom(response.headers, call.now(), 'epoch_seconds', 'x-rate-limit-')
    return rateLimited(NAME, resetAt ? Math.max(1_000, resetAt.getTime() - call.now().getTime()) : 60_000)
  }
  if (response.status === 401) {
    return new ChannelError('key_refused', 'X does not accept this bearer token; make a new one and enter it.', null)
  }
  if (response.status === 402 || response.status === 403) {
    const said = text.startsWith('{') ? Problem.safeParse(parseReply(answer, z.unknown(), NAME)).data : undefined
    if (said?.detail) {
      const detail = cleanText(said.detail).slice(0, 120).replace(/\.$/, '')
      return new ChannelError(
        'key_refused',
        `X refused to answer (${detail}); check the key and what it pays for.`,
        null,
      )
    }
  }
  return statusFailure(answer, call)
}
