import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { Channel, ChannelPost, SearchRequest } from './channel.ts'
import { searchListing } from './listing-pages.ts'
import { cleanText } from './markup.ts'
import { createPlatformApi, limitsFrom, statusFailure } from './platform-api.ts'
import { rateLimited } from './rate-limit.ts'

const NAME = 'Product Hunt'
const LIMIT = { requests: 300, windowMs: 900_000 }
const PAGE_SIZE_MAX = 20

const QUERY = `query ($first: Int!, $after: String, $since: DateTime, $until: DateTime, $topic: String) {
  posts(first: $first, after: $after, postedAfter: $since, postedBefore: $until, topic: $topic, order: NEWEST) {
    edges { node { id name tagline description url createdAt votesCount commentsCount user { id name username } } }
    pageInfo { endCursor hasNextPage }
  }
}`

const optionalText = z.string().nullish().catch(null)
const count = z.int().nullish().catch(null)

const Node = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  tagline: optionalText,
  description: optionalText,
  url: z.url({ protocol: /^https?$/ }),
  createdAt: z.iso.datetime({ offset: true }),
  votesCount: count,
  commentsCount: count,
  user: z.object({ id: z.string(), name: optionalText, username: optionalText }).nullish().catch(null),
})
const Posts = z.object({
  edges: z.array(z.object({ node: z.unknown() })),
  pageInfo: z.object({ endCursor: optionalText, hasNextPage: z.boolean() }),
})
const Reply = z.object({
  data: z.object({ posts: Posts }).nullish(),
  errors: z.array(z.object({ error: optionalText, message: optionalText })).nullish(),
})

interface ProductHuntOptions {
  /** Such as `https://api.producthunt.com/v2`. */
  apiUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/** Launches on Product Hunt, newest first, of one topic or all. It has no search, so words are compared here. */
export function createProductHunt({ apiUrl, fetch, clock }: ProductHuntOptions): Channel {
  const api = createPlatformApi({ name: NAME, fetch, clock, ...LIMIT, failureOf })

  async function readPage(after: string | null, size: number, { key, signal, source, since, until }: SearchRequest) {
    const token = key?.['token']
    if (token === undefined)
      throw new ChannelError('misconfigured', 'Product Hunt answers those with a token. Add one.', null)
    const window = { since: since.toISOString(), until: until.toISOString() }
    const variables = { first: size, after, ...window, topic: source?.externalId ?? null }
    const answer = await api.ask(new URL(`${apiUrl}/api/graphql`), {
      signal,
      who: token,
      headers: { authorization: `Bearer ${token}` },
      body: { type: 'application/json', text: JSON.stringify({ query: QUERY, variables }) },
    })
    const { data } = parseReply(answer, Reply, NAME)
    if (!data) throw changedReply(NAME)
    const { edges, pageInfo } = data.posts
    const nodes = edges.flatMap(({ node }) => Node.safeParse(node).data ?? [])
    if (edges.length > 0 && nodes.length === 0) throw changedReply(NAME)
    return {
      posts: nodes.map((node) => presentNode(node, source)),
      received: edges.length,
      next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
      limits: limitsFrom(answer.response.headers, clock.now(), 'seconds_left', 'x-rate-limit-'),
    }
  }

  return {
    platform: 'product_hunt',
    displayName: NAME,
    sources: { label: 'Topic', example: 'developer-tools', isRequired: false },
    key: {
      need: 'required',
      fields: [{ name: 'token', label: 'Developer token', isSecret: true }],
      help: 'Make an application at producthunt.com/v2/oauth/applications and copy its developer token.',
    },
    rules: {
      keepDays: null,
      deleteWithinHours: null,
      attribution: null,
      notice: 'Product Hunt allows commercial use by agreement only: write to hello@producthunt.com first.',
    },
    search: (request) =>
      searchListing(request, {
        pageSizeMax: PAGE_SIZE_MAX,
        read: (place, size) => readPage(place, size, request),
      }),
    async findSource(typed) {
      const topic = /^(?:https:\/\/www\.producthunt\.com\/topics\/)?([a-z0-9-]{1,80})\/?$/.exec(
        typed.trim().toLowerCase(),
      )?.[1]
      if (topic === undefined)
        throw new ChannelError('misconfigured', 'A topic is written as in its address: developer-tools.', null)
      return { externalId: topic, name: topic, displayName: topic }
    },
  }
}

function presentNode({ user, ...node }: z.infer<typeof Node>, source: SearchRequest['source']): ChannelPost {
  const topic = source?.externalId
  const username = user?.username ?? ''
  return {
    platform: 'product_hunt',
    externalId: node.id,
    kind: 'post',
    url: node.url,
    // The API withholds most other people's names.
    author:
      user && username !== '' && username !== '[REDACTED]'
        ? {
            externalId: user.id,
            name: cleanText(user.name ?? '') || username,
            url: `https://www.producthunt.com/@${username}`,
          }
        : null,
    title: cleanText(node.tagline == null ? node.name : `${node.name}: ${node.tagline}`),
    text: cleanText(node.description ?? ''),
    postedAt: new Date(node.createdAt),
    community: topic === undefined ? null : { externalId: topic, name: topic, displayName: topic },
    replies: node.commentsCount ?? null,
    points: node.votesCount ?? null,
    license: null,
  }
}

/** Errors of a query also come with status 200. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  if (response.status === 429) {
    const { resetAt } = limitsFrom(response.headers, call.now(), 'seconds_left', 'x-rate-limit-')
    if (resetAt) return rateLimited(NAME, Math.max(1_000, resetAt.getTime() - call.now().getTime()))
  }
  if (response.status === 401) {
    const message = 'Product Hunt does not accept this developer token; copy it again from your application.'
    return new ChannelError('key_refused', message, null)
  }
  const failure = statusFailure(answer, call)
  if (failure || !text.includes('"errors"')) return failure
  const { errors, data } = Reply.safeParse(parseReply(answer, z.unknown(), NAME)).data ?? {}
  if (!errors?.length || data) return undefined
  const said = cleanText(errors[0]?.message ?? errors[0]?.error ?? '').slice(0, 100)
  return new ChannelError('refused', `${NAME} refused to answer (${said}); check the token and the topic.`, null)
}
