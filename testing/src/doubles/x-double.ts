import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { escapeHtml } from './html.ts'
import { parseQuery } from './search-box.ts'
import { createTextIndex } from './text-index.ts'

const TOKEN = 'made-up-token'

export interface XDouble extends Double {
  /** For X_API_URL. */
  apiUrl: string
  key: { token: string }
  /** How many posts were sent, which is what X charges for. */
  readCount(): number
  remove(id: string): void
}

interface XOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
}

/** The recent search and the reading of posts, as documented: no `data` where nothing was found. */
export async function startXDouble(options: XOptions): Promise<XDouble> {
  const posts = options.posts.map((post, position) => ({
    id: String(1_700_000_000_000_000_000n + BigInt(position)),
    time: Math.floor(post.createdAt.getTime() / 1000),
    words: post.text,
    post,
  }))
  const index = createTextIndex(posts)
  const removed = new Set<string>()
  let sent = 0

  function present({ id, post }: (typeof posts)[number]) {
    return {
      id,
      text: escapeHtml(post.text),
      created_at: post.createdAt.toISOString(),
      author_id: `u-${post.author}`,
      public_metrics: { retweet_count: 0, reply_count: post.comments, like_count: post.points, quote_count: 0 },
      edit_history_tweet_ids: [id],
    }
  }

  function reply(found: typeof posts, errors: object[] = []): Answer {
    sent += found.length
    const authors = [...new Set(found.map(({ post }) => post.author))]
    const users = authors.map((name) => ({ id: `u-${name}`, username: name, name }))
    const data = found.map(present)
    return json({
      ...(data.length > 0 && { data, includes: { users } }),
      ...(errors.length > 0 && { errors }),
      meta: { result_count: data.length },
    })
  }

  function answer({ url: { pathname, searchParams }, headers }: Question): Answer {
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return json({ title: 'Unauthorized', type: 'about:blank', status: 401 }, 401)
    const standing = (found: typeof posts) => found.filter(({ id }) => !removed.has(id))
    if (pathname === '/2/tweets/search/recent') {
      const size = Number(searchParams.get('max_results') ?? 10)
      const q = (searchParams.get('query') ?? '').replace('-is:retweet', '')
      if (size < 10 || size > 100 || q.trim() === '') return json({ title: 'Invalid Request', status: 400 }, 400)
      const second = (name: string) => Math.floor(Date.parse(searchParams.get(name) ?? '') / 1000)
      const window = { after: second('start_time') - 1, before: second('end_time') }
      return reply(standing(index.find(parseQuery(q), window)).slice(0, size))
    }
    const ids = searchParams.get('ids')?.split(',') ?? []
    if (pathname === '/2/tweets') {
      const found = standing(posts).filter(({ id }) => ids.includes(id))
      const missing = ids.filter((id) => !found.some((post) => post.id === id))
      return reply(
        found,
        missing.map((value) => ({ value, title: 'Not Found Error', resource_type: 'tweet' })),
      )
    }
    return json({ title: 'Not Found', status: 404 }, 404)
  }

  const double = await startDouble(answer, options)
  return {
    ...double,
    apiUrl: double.url,
    key: { token: TOKEN },
    readCount: () => sent,
    remove: (id) => removed.add(id),
  }
}
