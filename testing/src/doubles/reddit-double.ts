import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { escapeHtml, toHtml } from './html.ts'
import { parseBoolean } from './boolean-query.ts'
import { createTextIndex, EVERYTHING } from './text-index.ts'
import type { Condition } from './text-index.ts'
import { writtenBy } from './written-by.ts'

const LISTED_MAX = 1_000
const FEED_MAX = 25
const QUERY_MAX = 512
/** Where a post is that names no subreddit. */
const UNNAMED = 'made_up'

export interface RedditDouble extends Double {
  /** For REDDIT_API_URL and REDDIT_SITE_URL. */
  apiUrl: string
  siteUrl: string
  key: { clientId: string; clientSecret: string }
  /** Ends all tokens given so far. */
  endTokens(): void
  remove(name: string, how: 'deleted' | 'removed'): void
}

interface RedditOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Posts are listed from the moment they were written; without it all are. */
  clock?: Clock
  /** How many entries a feed lists, whatever is asked for. */
  entriesMax?: number
  /** Subreddits for which nobody gets an answer, nor for others beside them. */
  secluded?: readonly string[]
  /** Subreddits of which nothing is listed beside others. */
  omitted?: readonly string[]
}

interface Stored {
  name: string
  subreddit: string
  time: number
  words: string
  post: CorpusPost
}

/**
 * Tokens, listings, the search, `api/info` and feeds. A post is in the subreddit of its `channel`, or in r/made_up; several
 * are asked for as `r/one+two`. The search knows AND, OR, NOT, "phrases", parentheses, `title:`, `selftext:`,
 * `subreddit:` and `author:`, and compares whole words as they are, while Reddit also finds their other forms.
 */
export async function startRedditDouble(options: RedditOptions): Promise<RedditDouble> {
  const key = { clientId: 'made-up-id', clientSecret: 'made-up-secret' }
  const posts = options.posts.map((post, position): Stored => ({
    name: `t3_${(position + 1_000).toString(36)}`,
    subreddit: /^r\/(\w+)$/.exec(post.channel ?? '')?.[1] ?? UNNAMED,
    time: Math.floor(post.createdAt.getTime() / 1000),
    words: `${post.title ?? ''}\n${post.text}`,
    post,
  }))
  const index = createTextIndex(posts)
  const names = new Map([UNNAMED, ...posts.map(({ subreddit }) => subreddit)].map((name) => [name.toLowerCase(), name]))
  const gone = new Map<string, 'deleted' | 'removed'>()
  let tokens = new Set<string>()
  let made = 0

  function token({ headers, body }: Question): Answer {
    const basic = Buffer.from(`${key.clientId}:${key.clientSecret}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}`) return json({ message: 'Unauthorized', error: 401 }, 401)
    if (body !== 'grant_type=client_credentials') return json({ error: 'unsupported_grant_type' })
    const access_token = `token-${(made += 1)}`
    tokens.add(access_token)
    return json({ access_token, token_type: 'bearer', expires_in: 3600, scope: '*' })
  }

  function listing(found: readonly Stored[], asked: URLSearchParams): Answer {
    const size = Math.min(Number(asked.get('limit') ?? 25), 100)
    const shown = found.slice(0, LISTED_MAX)
    const from = shown.findIndex(({ name }) => name === asked.get('after')) + 1
    const page = shown.slice(from, from + size)
    const after = from + size < shown.length ? (page.at(-1)?.name ?? null) : null
    return json({ kind: 'Listing', data: { after, before: null, dist: page.length, children: page.map(present) } })
  }

  function present({ name, subreddit, post }: Stored) {
    const state = gone.get(name)
    return {
      kind: 't3',
      data: {
        id: name.slice(3),
        name,
        subreddit,
        title: post.title ?? '',
        selftext: state === undefined ? post.text : `[${state}]`,
        author: state === 'deleted' ? '[deleted]' : post.author,
        author_fullname: `t2_${post.author}`,
        created_utc: post.createdAt.getTime() / 1000,
        permalink: `/r/${subreddit}/comments/${name.slice(3)}/title/`,
        num_comments: post.comments,
        score: post.points,
        removed_by_category: state === 'removed' ? 'moderator' : null,
      },
    }
  }

  /** What the posts of `one+two` fulfil; undefined where there is no such subreddit. */
  function placeOf(asked: string): Condition<Stored> | undefined {
    if (asked.toLowerCase() === 'all') return EVERYTHING
    const wanted = asked.toLowerCase().split('+')
    return wanted.some((name) => names.has(name)) ? { kind: 'any', of: wanted.map(isIn) } : undefined
  }

  function answer(question: Question): Answer {
    const { pathname, searchParams } = question.url
    if (pathname === '/api/v1/access_token') return token(question)
    const window = { after: -1, before: Infinity }
    const isWritten = writtenBy(options.clock)
    const find = (...of: Condition<Stored>[]) =>
      index.find({ kind: 'all', of }, window).filter(({ post }) => isWritten(post))
    const [, asked = 'all', method = ''] = /^(?:\/r\/([\w+]+))?\/([a-z/.]+)$/i.exec(pathname) ?? []
    const place = placeOf(asked)
    const listedBeside = (found: readonly Stored[]) =>
      asked.includes('+') ? found.filter(({ subreddit }) => !options.omitted?.includes(subreddit)) : found
    if (
      asked
        .toLowerCase()
        .split('+')
        .some((name) => options.secluded?.includes(name))
    )
      return json({ reason: 'private', message: 'Forbidden', error: 403 }, 403)
    if (place && method === 'new/.rss')
      return {
        headers: ATOM,
        body: atom(listedBeside(find(place)).slice(0, options.entriesMax ?? feedSizeOf(searchParams)), asked),
      }
    if (!tokens.has(question.headers.authorization?.replace('Bearer ', '') ?? '')) return json({ error: 401 }, 401)
    if (place && method === 'new') return listing(find(place), searchParams)
    if (place && method === 'search') {
      const q = searchParams.get('q') ?? ''
      if (q.length > QUERY_MAX) return json({ message: 'Bad Request', error: 400 }, 400)
      const searched = searchParams.has('restrict_sr') ? place : EVERYTHING
      return listing(find(parseBoolean(q, SYNTAX).condition, searched), searchParams)
    }
    const ids = searchParams.get('id')?.split(',') ?? []
    if (pathname === '/api/info')
      return listing(
        posts.filter(({ name }) => ids.includes(name)),
        new URLSearchParams('limit=100'),
      )
    const known = names.get(asked.toLowerCase())
    if (method === 'about' && known !== undefined) return json({ kind: 't5', data: { display_name: known } })
    return json({ message: 'Not Found', error: 404 }, 404)
  }

  const told = { 'x-ratelimit-used': '1', 'x-ratelimit-remaining': '99.0', 'x-ratelimit-reset': '400' }
  const double = await startDouble((question) => {
    const answered = answer(question)
    return { ...answered, headers: { ...told, ...answered.headers } }
  }, options)
  return {
    ...double,
    apiUrl: double.url,
    siteUrl: double.url,
    key,
    endTokens: () => (tokens = new Set()),
    remove: (name, how) => gone.set(name, how),
  }
}

/** A feed lists 25, or as many as asked for, up to a hundred. */
function feedSizeOf(asked: URLSearchParams): number {
  return Math.min(Number(asked.get('limit') ?? FEED_MAX), 100)
}

function isIn(name: string): Condition<Stored> {
  return { kind: 'where', isMet: ({ subreddit }) => subreddit.toLowerCase() === name.toLowerCase() }
}

const SYNTAX = {
  fieldOf(name: string, value: string): Condition<Stored> | undefined {
    if (name === 'subreddit') return isIn(value.replace(/^r\//, ''))
    if (name === 'author') return { kind: 'where', isMet: ({ post }) => post.author === value }
    return undefined
  },
  parts: {
    title: ({ post }: Stored) => post.title ?? '',
    selftext: ({ post }: Stored) => post.text,
  },
}

const ATOM = { 'content-type': 'application/atom+xml; charset=UTF-8' }

function atom(posts: readonly Stored[], asked: string): string {
  const entries = posts.map(({ name, subreddit, post }) => {
    const html = `<!-- SC_OFF --><div class="md">${toHtml(post.text)}</div><!-- SC_ON --> submitted by <a href="#">/u/${post.author}</a> <a href="#">[link]</a> <a href="#">[comments]</a>`
    return `<entry><author><name>/u/${post.author}</name><uri>https://www.reddit.com/user/${post.author}</uri></author><category term="${subreddit}" label="r/${subreddit}"/><content type="html">${escapeHtml(html)}</content><id>${name}</id><link href="https://www.reddit.com/r/${subreddit}/comments/${name.slice(3)}/title/"/><updated>${post.createdAt.toISOString()}</updated><published>${post.createdAt.toISOString()}</published><title>${escapeHtml(post.title ?? '')}</title></entry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>/r/${asked}/new/.rss</id><title>newest submissions : ${asked}</title><updated>2026-01-01T00:00:00Z</updated>${entries.join('')}</feed>`
}
