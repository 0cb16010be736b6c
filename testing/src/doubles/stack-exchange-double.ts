import { STACK_EXCHANGE_SITES } from '@leadlight/server/channels/stack-exchange-sites'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { escapeHtml, toHtml } from './html.ts'
import { allWords, parseQuery } from './search-box.ts'
import { createTextIndex, EVERYTHING } from './text-index.ts'
import type { Condition } from './text-index.ts'

const QUOTA_KEYLESS = 300
const QUOTA_WITH_KEY = 10_000
const PAGES_KEYLESS = 25

export interface StackExchangeDouble extends Double {
  /** For STACK_EXCHANGE_API_URL. */
  apiUrl: string
  /** The next answer asks to leave its method alone for that many seconds. */
  askBackoff(seconds: number): void
  /** The next request is told that this address asked too often. */
  throttleFor(seconds: number): void
  remove(id: number): void
}

interface StackExchangeOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  quota?: number
}

interface StoredQuestion {
  id: number
  site: string
  time: number
  words: string
  post: CorpusPost
}

/**
 * `search/advanced`, `questions`, `questions/{ids}` and `users/{ids}` of API 2.3; every error is a 400, every answer is
 * compressed. A filter of one's own, such as `!6WPIomnM`, stands for bodies and the total.
 */
export async function startStackExchangeDouble(options: StackExchangeOptions): Promise<StackExchangeDouble> {
  const questions = options.posts.flatMap(toQuestion)
  const bySite = Map.groupBy(questions, ({ site }) => site)
  const sites = new Set([...STACK_EXCHANGE_SITES.map(({ name }) => name), ...bySite.keys()])
  const indexes = new Map([...sites].map((site) => [site, createTextIndex(bySite.get(site) ?? [])]))
  const removed = new Set<number>()
  let used = 0
  let backoff: number | undefined
  let throttled: number | undefined

  function wrap(found: StoredQuestion[], asked: URLSearchParams): Answer {
    const quotaMax = options.quota ?? (asked.has('key') ? QUOTA_WITH_KEY : QUOTA_KEYLESS)
    if (++used > quotaMax) return violation(67_194)
    const pagesize = Math.min(Number(asked.get('pagesize') ?? 30), 100)
    const page = Number(asked.get('page') ?? 1)
    if (page > PAGES_KEYLESS && !asked.has('key'))
      return failure(403, 'access_denied', 'page above 25 requires access token or app key')
    const wait = backoff
    backoff = undefined
    const items = found.slice((page - 1) * pagesize, page * pagesize)
    const filter = asked.get('filter') ?? ''
    if (filter === 'total') return json({ total: found.length })
    const isOwnFilter = filter.startsWith('!')
    return json({
      items: items.map((question) => present(question, isOwnFilter || filter === 'withbody')),
      ...(isOwnFilter && { total: found.length }),
      has_more: found.length > page * pagesize,
      ...(wait !== undefined && { backoff: wait }),
      quota_max: quotaMax,
      quota_remaining: quotaMax - used,
    })
  }

  /** Every user has written one question, and has its number. */
  function users(asked: StoredQuestion[]): Answer {
    const items = asked.map((question) => present(question, false).owner)
    const quotaMax = options.quota ?? QUOTA_KEYLESS
    return json({ items, has_more: false, quota_max: quotaMax, quota_remaining: quotaMax - ++used })
  }

  function answer({ url: { pathname, searchParams } }: Question): Answer {
    const seconds = throttled
    throttled = undefined
    if (seconds !== undefined) return violation(seconds)
    // Sites are requested under `.example`, as its questions' links to authors are.
    const index = indexes.get((searchParams.get('site') ?? '').replace(/\.example$/, ''))
    if (!index) return failure(400, 'bad_parameter', `No site found for name \`${searchParams.get('site') ?? ''}\``)
    const window = {
      after: Number(searchParams.get('fromdate') ?? 0) - 1,
      before: Number(searchParams.get('todate') ?? Number.MAX_SAFE_INTEGER - 1) + 1,
    }
    const standing = (found: StoredQuestion[]) => {
      const left = found.filter(({ id }) => !removed.has(id))
      return searchParams.get('order') === 'asc' ? left.toReversed() : left
    }
    if (pathname === '/2.3/search/advanced' || pathname === '/2.3/questions')
      return wrap(standing(index.find(readSearch(searchParams), window)), searchParams)
    const userIds = /^\/2\.3\/users\/([\d;]+)$/.exec(pathname)?.[1]?.split(';').map(Number)
    if (userIds) return users(questions.filter(({ id }) => userIds.includes(id)))
    const ids = /^\/2\.3\/questions\/([\d;]+)$/.exec(pathname)?.[1]?.split(';').map(Number)
    if (!ids) return failure(404, 'no_method', 'no method found with this name')
    const everything = index.find(EVERYTHING, window)
    return wrap(
      standing(everything).filter(({ id }) => ids.includes(id)),
      searchParams,
    )
  }

  const double = await startDouble(answer, { gzip: true, ...options })
  return {
    ...double,
    apiUrl: `${double.url}/2.3`,
    askBackoff: (seconds) => (backoff = seconds),
    throttleFor: (seconds) => (throttled = seconds),
    remove: (id) => removed.add(id),
  }
}

/** `q`, `title` and `body` take words and "phrases"; of the tags in `tagged` one is enough, and they are joined by AND. */
function readSearch(asked: URLSearchParams): Condition<StoredQuestion> {
  const tags = (name: string) => (asked.get(name) ?? '').split(';').filter(Boolean)
  const isTagged = (some: readonly string[]): Condition<StoredQuestion> => ({
    kind: 'where',
    isMet: ({ post }) => some.some((tag) => post.labels.includes(tag)),
  })
  const [tagged, nottagged] = [tags('tagged'), tags('nottagged')]
  return {
    kind: 'all',
    of: [
      parseQuery(asked.get('q') ?? ''),
      allWords(asked.get('title') ?? '', ({ post }) => post.title ?? ''),
      allWords(asked.get('body') ?? '', ({ post }) => post.text),
      ...(tagged.length > 0 ? [isTagged(tagged)] : []),
      ...(nottagged.length > 0 ? [{ kind: 'not' as const, of: isTagged(nottagged) }] : []),
    ],
  }
}

function violation(seconds: number): Answer {
  const message = `too many requests from this IP, more requests available in ${seconds} seconds`
  return failure(502, 'throttle_violation', message)
}

function failure(id: number, name: string, message: string): Answer {
  return json({ error_id: id, error_message: message, error_name: name }, 400)
}

/** Questions of the corpus belong to their own site; GitHub issues stand in for Stack Overflow's questions. */
function toQuestion(post: CorpusPost, position: number): StoredQuestion[] {
  const site = siteOf(post)
  if (site === undefined) return []
  return [
    {
      id: /^\d+$/.test(post.id) ? Number(post.id) : position + 1_000_000,
      site,
      time: Math.floor(post.createdAt.getTime() / 1000),
      words: `${post.title ?? ''}\n${post.text}`,
      post,
    },
  ]
}

function siteOf({ platform, url, channel }: CorpusPost): string | undefined {
  if (platform === 'github') return 'stackoverflow'
  if (platform !== 'stackexchange') return undefined
  return channel ?? URL.parse(url)?.hostname.split('.')[0]
}

function present({ id, time, site, post }: StoredQuestion, withBody: boolean) {
  return {
    tags: post.labels,
    owner: {
      account_id: id,
      user_id: id,
      user_type: 'registered',
      display_name: escapeHtml(post.author),
      link: `https://${site}.example/users/${id}`,
    },
    is_answered: post.comments > 0,
    view_count: 10 + post.points,
    answer_count: post.comments,
    score: post.points,
    last_activity_date: time,
    creation_date: time,
    question_id: id,
    content_license: 'CC BY-SA 4.0',
    link: /^https?:\/\//.test(post.url) ? post.url : `https://${site}.example/q/${id}`,
    title: escapeHtml(post.title ?? post.text.slice(0, 80)),
    ...(withBody && { body: toHtml(post.text) }),
  }
}
