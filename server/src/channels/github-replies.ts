import { z } from 'zod'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { ChannelPost, PostAuthor, RateLimit } from './channel.ts'
import { cleanText } from './markup.ts'
import { limitsFrom, statusFailure } from './platform-api.ts'
import { rateLimited, readRetryAfterMs } from './rate-limit.ts'

export const GITHUB = 'GitHub'

const SECONDARY_WAIT_MS = 60_000

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)
const when = z.iso.datetime({ offset: true })

const Issue = z.object({
  node_id: z.string().min(1),
  html_url: z.url({ protocol: /^https?$/ }),
  title: optionalText,
  body: optionalText,
  state: optionalText,
  comments: optionalCount,
  created_at: when,
  repository_url: optionalText,
  user: z
    .object({ login: z.string().min(1), id: optionalCount, html_url: optionalText })
    .nullish()
    .catch(null),
  reactions: z.object({ total_count: optionalCount }).nullish().catch(null),
})
export type GithubIssue = z.infer<typeof Issue>

const Discussion = z.object({
  id: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  title: optionalText,
  bodyText: optionalText,
  createdAt: when,
  closed: z.boolean().nullish().catch(null),
  upvoteCount: optionalCount,
  author: z
    .object({ login: z.string().min(1), databaseId: optionalCount, url: optionalText })
    .nullish()
    .catch(null),
  repository: z.object({ nameWithOwner: optionalText }).nullish().catch(null),
  comments: z.object({ totalCount: optionalCount }).nullish().catch(null),
})
export type GithubDiscussion = z.infer<typeof Discussion>

const IssueList = z.object({ items: z.array(z.unknown()), total_count: optionalCount })
const GraphError = z.object({ type: optionalText, message: z.string().catch(''), extensions: z.unknown().optional() })
const Graph = z.object({ data: z.unknown().optional(), errors: z.array(GraphError).optional() })
const DiscussionList = z.object({ search: z.object({ nodes: z.array(z.unknown()) }) })
const NodeList = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) })
const Repository = z.object({ full_name: z.string().min(3) })
const Problem = z.object({ message: z.string().catch('') })

/** The failure, by GitHub's own conventions: 403 as well as 429 for its limits, 200 for errors of a query. */
export function githubFailure(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  const now = call.now()
  if (response.status === 403 || response.status === 429) {
    const wait = limitWaitMs(answer, now)
    if (wait !== undefined) return rateLimited(GITHUB, wait)
  }
  if (response.status === 401) {
    return new ChannelError('key_refused', 'GitHub does not accept this token; make a new one and enter it.', null)
  }
  const failure = statusFailure(answer, call)
  if (failure) return failure
  if (!text.includes('"errors"')) return undefined
  const { errors = [], data } = Graph.safeParse(parseReply(answer, z.unknown(), GITHUB)).data ?? {}
  if (errors.some(({ type }) => type === 'RATE_LIMIT' || type === 'RATE_LIMITED')) {
    return rateLimited(GITHUB, resetWaitMs(response.headers, now) ?? SECONDARY_WAIT_MS)
  }
  // A deleted item comes as an error beside the data.
  if (errors.length === 0 || data != null) return undefined
  const said = cleanText(errors[0]?.message ?? '').slice(0, 100)
  return new ChannelError('refused', `${GITHUB} refused to answer (${said}); check the search and the token.`, null)
}

/** How long to wait where the answer is about a limit; undefined where it forbids for another reason. */
function limitWaitMs({ response: { headers, status }, text }: PlatformAnswer, now: Date): number | undefined {
  const asked = readRetryAfterMs(headers, now)
  if (asked !== undefined) return asked
  if (headers.get('x-ratelimit-remaining') === '0') return resetWaitMs(headers, now) ?? SECONDARY_WAIT_MS
  const said = Problem.safeParse(tryJson(text)).data?.message ?? ''
  if (/secondary rate limit|rate limit exceeded/i.test(said) || status === 429) return SECONDARY_WAIT_MS
  return undefined
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function resetWaitMs(headers: Headers, now: Date): number | undefined {
  const { resetAt } = limitsOf(headers)
  return resetAt ? Math.max(1_000, resetAt.getTime() - now.getTime()) : undefined
}

export function limitsOf(headers: Headers): RateLimit {
  return limitsFrom(headers, new Date(0), 'epoch_seconds')
}

/** `hits` is how many issues GitHub says it has. */
export function readIssues(answer: PlatformAnswer): { issues: GithubIssue[]; received: number; hits: number | null } {
  const { items, total_count: hits } = parseReply(answer, IssueList, GITHUB)
  return { ...usable(items, Issue, 'issues'), hits: hits ?? null }
}

export function readDiscussions(answer: PlatformAnswer): { discussions: GithubDiscussion[]; received: number } {
  const { data } = parseReply(answer, Graph, GITHUB)
  const list = DiscussionList.safeParse(data)
  if (!list.success) throw changedReply(GITHUB, list.error)
  return usable(list.data.search.nodes, Discussion, 'discussions')
}

/** Whether each id exists, in the order asked. */
export function readStates(answer: PlatformAnswer): boolean[] {
  const { data } = parseReply(answer, Graph, GITHUB)
  const list = NodeList.safeParse(data)
  if (!list.success) throw changedReply(GITHUB, list.error)
  return list.data.nodes.map((node) => node !== null)
}

export function readRepository(answer: PlatformAnswer): string {
  return parseReply(answer, Repository, GITHUB).full_name
}

function usable<Entry, Name extends string>(
  entries: readonly unknown[],
  shape: z.ZodType<Entry>,
  name: Name,
): Record<Name, Entry[]> & { received: number } {
  const read = entries.flatMap((entry) => shape.safeParse(entry).data ?? [])
  if (entries.length > 0 && read.length === 0) throw changedReply(GITHUB)
  return { [name]: read, received: entries.length } as Record<Name, Entry[]> & { received: number }
}

export function presentIssue(issue: GithubIssue): ChannelPost {
  return {
    ...common(issue.html_url, issue.repository_url?.replace(/^.*\/repos\//u, '') ?? null),
    externalId: issue.node_id,
    kind: 'post',
    author: authorOf(issue.user?.login, issue.user?.id, issue.user?.html_url),
    title: issue.title == null ? null : cleanText(issue.title),
    text: cleanText(issue.body ?? ''),
    postedAt: new Date(issue.created_at),
    replies: issue.comments ?? null,
    points: issue.reactions?.total_count ?? null,
    githubIssueState: issue.state === 'closed' ? 'CLOSED' : issue.state === 'open' ? 'OPEN' : null,
  }
}

export function presentDiscussion(discussion: GithubDiscussion): ChannelPost {
  return {
    ...common(discussion.url, discussion.repository?.nameWithOwner ?? null),
    externalId: discussion.id,
    kind: 'question',
    author: authorOf(discussion.author?.login, discussion.author?.databaseId, discussion.author?.url),
    title: discussion.title == null ? null : cleanText(discussion.title),
    text: cleanText(discussion.bodyText ?? ''),
    postedAt: new Date(discussion.createdAt),
    replies: discussion.comments?.totalCount ?? null,
    points: discussion.upvoteCount ?? null,
    githubIssueState: discussion.closed == null ? null : discussion.closed ? 'CLOSED' : 'OPEN',
  }
}

function common(url: string, repository: string | null) {
  const community = repository === null ? null : { externalId: repository, name: repository, displayName: repository }
  return { platform: 'github', url, community, license: null }
}

/** By the account's number, which stays when its login changes; a sign in front, as a login may be a number. */
function authorOf(
  login: string | undefined,
  number: number | null | undefined,
  url: string | null | undefined,
): PostAuthor | null {
  if (login === undefined) return null
  return { externalId: number == null ? login : `#${number}`, name: login, url: url ?? null }
}
