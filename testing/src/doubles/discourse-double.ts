import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { toHtml } from './html.ts'
import { writtenBy } from './written-by.ts'

const PAGE = 20

export interface DiscourseDouble extends Double {
  forumUrl: string
  remove(id: number): void
}

interface DiscourseOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Posts are listed from the moment they were written; without it all are. */
  clock?: Clock
}

/** `posts.json`, `posts/{id}.json` and `site/basic-info.json` of a forum. Every third post is an answer. */
export async function startDiscourseDouble(options: DiscourseOptions): Promise<DiscourseDouble> {
  const removed = new Set<number>()
  // A forum numbers posts as they are written.
  const posts = options.posts
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((post, position) => ({ id: position + 1, post }))
    .toReversed()

  function answer({ url: { pathname, searchParams } }: Question): Answer {
    const isWritten = writtenBy(options.clock)
    const standing = posts.filter(({ id, post }) => !removed.has(id) && isWritten(post))
    if (pathname === '/site/basic-info.json') return json({ title: 'A made-up forum', description: '' })
    if (pathname === '/posts.json') {
      const before = Number(searchParams.get('before') ?? Infinity)
      return json({
        latest_posts: standing
          .filter(({ id }) => id < before)
          .slice(0, PAGE)
          .map(present),
      })
    }
    const id = Number(/^\/posts\/(\d+)\.json$/.exec(pathname)?.[1])
    const known = standing.find((stored) => stored.id === id)
    if (known) return json(present(known))
    return json({ errors: ['The requested URL or resource could not be found.'], error_type: 'not_found' }, 404)
  }

  const double = await startDouble(answer, options)
  return { ...double, forumUrl: double.url, remove: (id) => removed.add(id) }
}

function present({ id, post }: { id: number; post: CorpusPost }) {
  return {
    id,
    name: post.author,
    username: post.author,
    created_at: post.createdAt.toISOString(),
    cooked: toHtml(post.text),
    raw: post.text,
    post_number: post.title === null ? 2 : 1,
    topic_id: id,
    topic_slug: `topic-${id}`,
    topic_title: post.title ?? 'An answer',
    reply_count: post.comments,
    score: post.points,
  }
}
