import { json, type Answer } from './answer.ts'
import { newestOf, type MadeUpPost } from './made-up-posts.ts'

/** `site`, `post/list` and `post` of a Lemmy instance, version 3 of its API. */
export function createLemmy(posts: readonly MadeUpPost[], host: string): (url: URL) => Answer {
  const views = newestOf(posts, 'lemmy').map((post, index) => presentView(post, index + 1, `https://${host}`))

  return ({ pathname, searchParams }) => {
    if (pathname === '/api/v3/site') return json({ site_view: { site: { name: host } } })
    if (pathname === '/api/v3/post/list') {
      const size = Number(searchParams.get('limit'))
      const from = (Number(searchParams.get('page')) - 1) * size
      return json({ posts: views.slice(from, from + size) })
    }
    const known = views.find(({ post }) => pathname === '/api/v3/post' && String(post.id) === searchParams.get('id'))
    return known ? json({ post_view: known }) : json({ error: 'Only what the demo has made up is known here' }, 503)
  }
}

function presentView(post: MadeUpPost, id: number, origin: string) {
  return {
    post: {
      id,
      name: post.title,
      body: post.text,
      published: new Date(post.time * 1000).toISOString(),
      ap_id: `${origin}/post/${id}`,
      deleted: false,
      removed: false,
    },
    creator: { name: post.author, actor_id: `${origin}/u/${post.author}` },
    community: { name: 'selfemployed', title: 'Self-employed', actor_id: `${origin}/c/selfemployed` },
    counts: { comments: post.comments, score: post.points },
  }
}
