import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { writtenBy } from './written-by.ts'

export interface LemmyDouble extends Double {
  instanceUrl: string
  /** Removes it as its author, or a moderator, would: it stays listed, marked. */
  remove(id: number, how: 'deleted' | 'removed'): void
}

interface LemmyOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Posts are listed from the moment they were written; without it all are. */
  clock?: Clock
  /** Old servers send times without a zone. */
  withoutZone?: boolean
}

/** `post/list` and `site` of an instance, version 0.19. */
export async function startLemmyDouble(options: LemmyOptions): Promise<LemmyDouble> {
  const gone = new Map<number, 'deleted' | 'removed'>()
  const views = options.posts
    .map((post, position) => ({ id: position + 1, post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())

  const origin = () => (double as Double | undefined)?.url ?? ''
  function present({ id, post }: { id: number; post: CorpusPost }) {
    const published = post.createdAt.toISOString()
    return {
      post: {
        id,
        name: post.title ?? '',
        body: post.text,
        published: options.withoutZone ? published.replace('Z', '') : published,
        ap_id: `${origin()}/post/${id}`,
        deleted: gone.get(id) === 'deleted',
        removed: gone.get(id) === 'removed',
      },
      creator: { id, name: post.author, actor_id: `https://lemmy.example/u/${post.author}` },
      community: { id: 1, name: 'made_up', title: 'Made up', actor_id: 'https://lemmy.example/c/made_up' },
      counts: { post_id: id, comments: post.comments, score: post.points },
    }
  }

  function answer({ url: { pathname, searchParams } }: Question): Answer {
    if (pathname === '/api/v3/site') return json({ site_view: { site: { name: 'Made up' } }, version: '0.19.5' })
    const asked = views.find(({ id }) => pathname === '/api/v3/post' && String(id) === searchParams.get('id'))
    if (asked) return json({ post_view: present(asked) })
    if (pathname !== '/api/v3/post/list') return json({ error: 'not_found' }, 404)
    const size = Math.min(Number(searchParams.get('limit') ?? 10), 50)
    const from = (Number(searchParams.get('page') ?? 1) - 1) * size
    const isWritten = writtenBy(options.clock)
    const listed = views.filter(({ post }) => isWritten(post))
    return json({ posts: listed.slice(from, from + size).map(present) })
  }

  const double = await startDouble(answer, options)
  return { ...double, instanceUrl: double.url, remove: (id, how) => gone.set(id, how) }
}
