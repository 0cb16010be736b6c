import { json, type Answer } from './answer.ts'
import { newestOf, toParagraphs, type MadeUpPost } from './made-up-posts.ts'

const PAGE_SIZE = 20

/** `posts.json`, `posts/{id}.json` and `site/basic-info.json` of a Discourse forum. */
export function createDiscourse(posts: readonly MadeUpPost[], title: string): (url: URL) => Answer {
  const newest = newestOf(posts, 'discourse')
  // A forum numbers posts as they are written.
  const numbered = newest.map((post, index) => ({ id: newest.length - index, post }))

  return ({ pathname, searchParams }) => {
    if (pathname === '/site/basic-info.json') return json({ title })
    if (pathname === '/posts.json') {
      const before = Number(searchParams.get('before') ?? Infinity)
      const listed = numbered.filter(({ id }) => id < before).slice(0, PAGE_SIZE)
      return json({ latest_posts: listed.map(presentPost) })
    }
    const id = Number(/^\/posts\/(\d+)\.json$/.exec(pathname)?.[1])
    const known = numbered.find((one) => one.id === id)
    return known ? json(presentPost(known)) : json({ errors: ['Only what the demo has made up is known here'] }, 503)
  }
}

function presentPost({ id, post }: { id: number; post: MadeUpPost }) {
  const cooked = toParagraphs(post.text).map((paragraph) => `<p>${paragraph}</p>`)
  return {
    id,
    name: post.author,
    username: post.author,
    created_at: new Date(post.time * 1000).toISOString(),
    cooked: cooked.join(''),
    post_number: post.title === null ? 2 : 1,
    topic_id: id,
    topic_slug: post.id,
    topic_title: post.title,
    reply_count: post.comments,
    like_count: post.points,
  }
}
