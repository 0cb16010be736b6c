import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { escapeHtml, toHtml } from './html.ts'
import { createTextIndex, parseQuery, type TextQuery } from './text-index.ts'
import { writtenBy } from './written-by.ts'

const LISTED_MAX = 1_000
const FEED_MAX = 25

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
  /** How many entries a feed lists. */
  entriesMax?: number
}

/** Tokens, listings, the search, `api/info` and a subreddit's feed. All posts are in r/made_up. */
export async function startRedditDouble(options: RedditOptions): Promise<RedditDouble> {
  const key = { clientId: 'made-up-id', clientSecret: 'made-up-secret' }
  const posts = options.posts.map((post, position) => ({
    name: `t3_${(position + 1_000).toString(36)}`,
    time: Math.floor(post.createdAt.getTime() / 1000),
    words: `${post.title ?? ''}\n${post.text}`,
    post,
  }))
  const index = createTextIndex(posts)
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

  function listing(found: typeof posts, asked: URLSearchParams): Answer {
    const size = Math.min(Number(asked.get('limit') ?? 25), 100)
    const shown = found.slice(0, LISTED_MAX)
    const from = shown.findIndex(({ name }) => name === asked.get('after')) + 1
    const page = shown.slice(from, from + size)
    const after = from + size < shown.length ? (page.at(-1)?.name ?? null) : null
    return json({ kind: 'Listing', data: { after, before: null, dist: page.length, children: page.map(present) } })
  }

  function present({ name, post }: (typeof posts)[number]) {
    const state = gone.get(name)
    return {
      kind: 't3',
      data: {
        id: name.slice(3),
        name,
        subreddit: 'made_up',
        title: post.title ?? '',
        selftext: state === undefined ? post.text : `[${state}]`,
        author: state === 'deleted' ? '[deleted]' : post.author,
        author_fullname: `t2_${post.author}`,
        created_utc: post.createdAt.getTime() / 1000,
        permalink: `/r/made_up/comments/${name.slice(3)}/title/`,
        num_comments: post.comments,
        score: post.points,
        removed_by_category: state === 'removed' ? 'moderator' : null,
      },
    }
  }

  function answer(question: Question): Answer {
    const { pathname, searchParams } = question.url
    if (pathname === '/api/v1/access_token') return token(question)
    const window = { after: -1, before: Infinity }
    const isWritten = writtenBy(options.clock)
    const find = (query: TextQuery) => index.find(query, window).filter(({ post }) => isWritten(post))
    const everything = find({ words: [], phrases: [], without: [] })
    const feed = everything.slice(0, options.entriesMax ?? FEED_MAX)
    if (pathname === '/r/made_up/new/.rss') return { headers: ATOM, body: atom(feed) }
    if (!tokens.has(question.headers.authorization?.replace('Bearer ', '') ?? '')) return json({ error: 401 }, 401)
    if (/^\/r\/(?:all|made_up)\/new$/.test(pathname)) return listing(everything, searchParams)
    if (/^(?:\/r\/made_up)?\/search$/.test(pathname))
      return listing(find(parseQuery(searchParams.get('q') ?? '')), searchParams)
    const ids = searchParams.get('id')?.split(',') ?? []
    if (pathname === '/api/info')
      return listing(
        posts.filter(({ name }) => ids.includes(name)),
        new URLSearchParams('limit=100'),
      )
    if (pathname.toLowerCase() === '/r/made_up/about') return json({ kind: 't5', data: { display_name: 'made_up' } })
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

const ATOM = { 'content-type': 'application/atom+xml; charset=UTF-8' }

function atom(posts: readonly { name: string; post: CorpusPost }[]): string {
  const entries = posts.map(({ name, post }) => {
    const html = `<!-- SC_OFF --><div class="md">${toHtml(post.text)}</div><!-- SC_ON --> submitted by <a href="#">/u/${post.author}</a> <a href="#">[link]</a> <a href="#">[comments]</a>`
    return `<entry><author><name>/u/${post.author}</name><uri>https://www.reddit.com/user/${post.author}</uri></author><category term="made_up" label="r/made_up"/><content type="html">${escapeHtml(html)}</content><id>${name}</id><link href="https://www.reddit.com/r/made_up/comments/${name.slice(3)}/title/"/><updated>${post.createdAt.toISOString()}</updated><published>${post.createdAt.toISOString()}</published><title>${escapeHtml(post.title ?? '')}</title></entry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>/r/made_up/new/.rss</id><title>newest submissions : made_up</title><updated>2026-01-01T00:00:00Z</updated>${entries.join('')}</feed>`
}
