import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { toHtml } from './html.ts'
import { writtenBy } from './written-by.ts'

export interface DevDouble extends Double {
  /** For DEV_API_URL. */
  apiUrl: string
  remove(id: number): void
}

interface DevOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Posts are listed from the moment they were written; without it all are. */
  clock?: Clock
}

/** `articles/latest` and `articles/{id}` of a Forem; only the second has the text. */
export async function startDevDouble(options: DevOptions): Promise<DevDouble> {
  const removed = new Set<number>()
  const articles = options.posts
    .map((post, position) => ({ id: position + 1, post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())

  function answer({ url: { pathname, searchParams } }: Question): Answer {
    const isWritten = writtenBy(options.clock)
    const standing = articles.filter(({ id, post }) => !removed.has(id) && isWritten(post))
    if (pathname === '/api/articles/latest') {
      const size = Math.min(Number(searchParams.get('per_page') ?? 30), 1_000)
      const from = (Number(searchParams.get('page') ?? 1) - 1) * size
      const tag = searchParams.get('tag')
      const found = standing.filter(({ post }) => tag === null || post.labels.includes(tag))
      return json(found.slice(from, from + size).map(({ id, post }) => presentListed(id, post)))
    }
    const id = Number(/^\/api\/articles\/(\d+)$/.exec(pathname)?.[1])
    const known = standing.find((article) => article.id === id)
    if (!known) return json({ error: 'not found', status: 404 }, 404)
    return json({
      ...presentListed(id, known.post),
      body_html: toHtml(known.post.text),
      body_markdown: known.post.text,
    })
  }

  const double = await startDouble(answer, options)
  return { ...double, apiUrl: `${double.url}/api`, remove: (id) => removed.add(id) }
}

function presentListed(id: number, post: CorpusPost) {
  return {
    type_of: 'article',
    id,
    title: post.title ?? '',
    description: post.text.slice(0, 10),
    slug: `article-${id}`,
    url: `https://dev.example/${post.author}/article-${id}`,
    comments_count: post.comments,
    public_reactions_count: post.points,
    published_timestamp: post.createdAt.toISOString(),
    tag_list: post.labels,
    user: { name: post.author, username: post.author },
  }
}
