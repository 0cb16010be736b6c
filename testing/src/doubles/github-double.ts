import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { parseBoolean } from './boolean-query.ts'
import { createTextIndex, EVERYTHING } from './text-index.ts'
import type { Condition } from './text-index.ts'

const RESULTS_MAX = 1_000
const CHARACTERS_MAX = 256
const OPERATORS_MAX = 5

export interface GithubDouble extends Double {
  /** For GITHUB_API_URL. */
  apiUrl: string
  /** Removes it as if its owner had deleted it. */
  remove(nodeId: string): void
}

interface GithubOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** The requests left of the limit, sent in every answer; 0 refuses as GitHub does. */
  remaining?: number
}

interface StoredThread {
  nodeId: string
  number: number
  isDiscussion: boolean
  repository: string
  time: number
  words: string
  post: CorpusPost
}

const HEADERS = { 'x-ratelimit-limit': '30', 'x-ratelimit-resource': 'search' }

/**
 * `search/issues`, `repos/{owner}/{name}`, and GraphQL's search for discussions and reading of nodes. The search knows
 * AND, OR, NOT, "phrases", parentheses, `label:`, `repo:`, `in:`, `is:`, `state:` and `created:`; of AND, OR and NOT it
 * takes five, and of words 256 characters. Words are compared as they are, while GitHub also finds their other forms.
 */
export async function startGithubDouble(options: GithubOptions): Promise<GithubDouble> {
  const threads = options.posts.flatMap(toThread)
  const index = createTextIndex(threads)
  const repositories = new Set(threads.map(({ repository }) => repository))
  const removed = new Set<string>()
  let remaining = options.remaining ?? 30_000

  /** A string is why the query is refused. */
  function find(q: string, isDiscussion: boolean): StoredThread[] | string {
    const { condition, operators, characters } = parseBoolean(q, syntaxOf(q))
    if (characters > CHARACTERS_MAX) return 'The search is longer than 256 characters.'
    if (operators > OPERATORS_MAX) return 'More than five AND / OR / NOT operators were used.'
    return index
      .find(condition, { after: -Infinity, before: Infinity })
      .filter((thread) => thread.isDiscussion === isDiscussion && !removed.has(thread.nodeId))
  }

  function searchIssues({ searchParams }: URL): Answer {
    const found = find(searchParams.get('q') ?? '', false)
    if (typeof found === 'string')
      return json({ message: 'Validation Failed', errors: [{ resource: 'Search', field: 'q', message: found }] }, 422)
    const size = Math.min(Number(searchParams.get('per_page') ?? 30), 100)
    const from = (Number(searchParams.get('page') ?? 1) - 1) * size
    if (from + size > RESULTS_MAX) return json({ message: 'Only the first 1000 search results are available' }, 422)
    const items = found.slice(from, from + size).map(presentIssue)
    return json({ total_count: found.length, incomplete_results: false, items })
  }

  function graph({ headers, body }: Question): Answer {
    if (headers.authorization === undefined) return json({ message: 'Bad credentials' }, 401)
    const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> }
    if (query.includes('nodes(ids')) return json(checkNodes(variables['ids'] as string[]))
    const found = find(String(variables['query']), true)
    if (typeof found === 'string') return json({ errors: [{ type: 'UNPROCESSABLE', message: found }] })
    const nodes = found.slice(0, Number(variables['first'])).map(presentDiscussion)
    const search = { discussionCount: found.length, nodes }
    return json({ data: { search, rateLimit: { remaining: 4_999 } } })
  }

  function checkNodes(ids: readonly string[]) {
    const standing = new Set(threads.filter(({ nodeId }) => !removed.has(nodeId)).map(({ nodeId }) => nodeId))
    const nodes = ids.map((id) => (standing.has(id) ? { id } : null))
    const errors = ids
      .filter((id) => !standing.has(id))
      .map((id) => ({
        type: 'NOT_FOUND',
        message: `Could not resolve to a node with the global id of '${id}'`,
      }))
    return { data: { nodes }, ...(errors.length > 0 && { errors }) }
  }

  function answer(question: Question): Answer {
    const { pathname } = question.url
    remaining -= 1
    if (remaining < 0) return limited()
    const name = /^\/repos\/([^/]+\/[^/]+)$/.exec(pathname)?.[1]
    if (pathname === '/search/issues') return searchIssues(question.url)
    if (pathname === '/graphql' && question.method === 'POST') return graph(question)
    if (name !== undefined && repositories.has(name)) return json({ id: 1, full_name: name })
    return json({ message: 'Not Found', documentation_url: 'https://docs.github.com/rest' }, 404)
  }

  function limited(): Answer {
    const reset = String(Math.floor(Date.now() / 1000) + 60)
    const refusal = json({ message: 'API rate limit exceeded for user ID 1.' }, 403)
    return { ...refusal, headers: { ...refusal.headers, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } }
  }

  const double = await startDouble((question) => {
    const answered = answer(question)
    const told = { ...HEADERS, 'x-ratelimit-remaining': String(Math.max(0, remaining)) }
    return { ...answered, headers: { ...told, ...answered.headers } }
  }, options)
  return { ...double, apiUrl: double.url, remove: (nodeId) => removed.add(nodeId) }
}

/** `in:title` restricts all words of the query, wherever it stands in it. */
function syntaxOf(q: string) {
  const inside = /\bin:(\S+)/.exec(q)?.[1]?.split(',') ?? []
  const parts = { title: ({ post }: StoredThread) => post.title ?? '', body: ({ post }: StoredThread) => post.text }
  const isWhole = inside.length === 0 || (inside.includes('title') && inside.includes('body'))
  return { fieldOf, within: isWhole ? undefined : inside.includes('title') ? parts.title : parts.body }
}

function fieldOf(name: string, value: string): Condition<StoredThread> | undefined {
  const where = (isMet: (thread: StoredThread) => boolean): Condition<StoredThread> => ({ kind: 'where', isMet })
  const state = (thread: StoredThread) => (thread.post.labels.includes('closed') ? 'closed' : 'open')
  if (name === 'repo') return where(({ repository }) => repository.toLowerCase() === value.toLowerCase())
  if (name === 'label')
    return where(({ post }) => post.labels.some((label) => label.toLowerCase() === value.toLowerCase()))
  if (name === 'state' || (name === 'is' && ['open', 'closed'].includes(value)))
    return where((thread) => state(thread) === value)
  if (name === 'created') {
    const [from, to] = readDates(value)
    return where(({ time }) => time >= from && time <= to)
  }
  return ['in', 'is', 'type', 'sort'].includes(name) ? EVERYTHING : undefined
}

/** `2026-01-01..2026-02-01`, or `>`, `>=`, `<` or `<=` and a date, in Unix seconds, inclusive. */
function readDates(value: string): [from: number, to: number] {
  const second = (text: string) => Math.floor(Date.parse(text) / 1000)
  const [from, to] = value.split('..')
  if (from !== undefined && to !== undefined) return [second(from), second(to)]
  const [, sign, date = ''] = /^([<>]=?)?(.*)$/.exec(value) ?? []
  if (sign?.startsWith('>')) return [second(date) + (sign === '>' ? 1 : 0), Infinity]
  return [-Infinity, second(date) - (sign === '<' ? 1 : 0)]
}

function toThread(post: CorpusPost, position: number): StoredThread[] {
  if (post.platform !== 'github') return []
  const repository = /github\.com\/([^/]+\/[^/]+)/.exec(post.url)?.[1] ?? post.channel ?? 'made-up/place'
  const isDiscussion = post.kind === 'discussion'
  return [
    {
      nodeId: `${isDiscussion ? 'D' : 'I'}_kwDO${String(position).padStart(6, '0')}`,
      number: position + 1,
      isDiscussion,
      repository,
      time: Math.floor(post.createdAt.getTime() / 1000),
      words: `${post.title ?? ''}\n${post.text}`,
      post,
    },
  ]
}

function presentIssue({ nodeId, number, repository, post }: StoredThread) {
  return {
    url: `https://api.github.com/repos/${repository}/issues/${number}`,
    repository_url: `https://api.github.com/repos/${repository}`,
    html_url: `https://github.com/${repository}/issues/${number}`,
    id: number,
    node_id: nodeId,
    number,
    title: post.title ?? '',
    user: {
      login: post.author,
      id: accountNumber(post.author),
      html_url: `https://github.com/${post.author}`,
      type: 'User',
    },
    labels: post.labels.map((name) => ({ name })),
    state: post.labels.includes('closed') ? 'closed' : 'open',
    comments: post.comments,
    created_at: post.createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
    body: post.text,
    reactions: { total_count: post.points },
    score: 1,
  }
}

function presentDiscussion({ nodeId, number, repository, post }: StoredThread) {
  return {
    id: nodeId,
    number,
    title: post.title ?? '',
    bodyText: post.text,
    url: `https://github.com/${repository}/discussions/${number}`,
    createdAt: post.createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
    closed: post.labels.includes('closed'),
    upvoteCount: post.points,
    author: {
      login: post.author,
      databaseId: accountNumber(post.author),
      url: `https://github.com/${post.author}`,
    },
    repository: { nameWithOwner: repository },
    comments: { totalCount: post.comments },
  }
}

/** A number of its own for each account. */
function accountNumber(login: string): number {
  return Array.from(login).reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_000_007, 7)
}
