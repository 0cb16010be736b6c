import { json, type Answer } from './answer.ts'
import { newestOf, toParagraphs, type MadeUpPost } from './made-up-posts.ts'

/** `articles/latest` and `articles/{id}` of DEV's API; only the second has the text. */
export function createDev(posts: readonly MadeUpPost[]): (url: URL) => Answer {
  const articles = newestOf(posts, 'dev').map((post, index) => ({ id: index + 1, post }))

  return ({ pathname, searchParams }) => {
    if (pathname === '/api/articles/latest') {
      const size = Number(searchParams.get('per_page'))
      const from = (Number(searchParams.get('page')) - 1) * size
      const tagged = articles.filter(({ post }) => post.channel === searchParams.get('tag'))
      return json(tagged.slice(from, from + size).map(presentArticle))
    }
    const id = Number(/^\/api\/articles\/(\d+)$/.exec(pathname)?.[1])
    const known = articles.find((article) => article.id === id)
    if (!known) return json({ error: 'Only what the demo has made up is known here' }, 503)
    const body_html = toParagraphs(known.post.text).map((paragraph) => `<p>${paragraph}</p>`)
    return json({ ...presentArticle(known), body_html: body_html.join('') })
  }
}

function presentArticle({ id, post }: { id: number; post: MadeUpPost }) {
  return {
    id,
    title: post.title,
    description: post.text.slice(0, 100),
    url: post.url,
    comments_count: post.comments,
    public_reactions_count: post.points,
    published_timestamp: new Date(post.time * 1000).toISOString(),
    user: { name: post.author, username: post.author },
  }
}
