import { json, type Answer } from './answer.ts'
import { escapeHtml, newestOf, type MadeUpPost } from './made-up-posts.ts'

const IDS_FROM = 110_000_000

/** The instance, a hashtag's timeline and single statuses of a Mastodon server. */
export function createMastodon(posts: readonly MadeUpPost[], host: string): (url: URL) => Answer {
  const newest = newestOf(posts, 'mastodon')
  // Ids rise with time.
  const statuses = newest.map((post, index) => presentStatus(post, IDS_FROM + newest.length - index, host))

  return ({ pathname, searchParams }) => {
    if (pathname === '/api/v2/instance') return json({ title: host, domain: host })
    const tag = /^\/api\/v1\/timelines\/tag\/(\w+)$/.exec(pathname)?.[1]
    if (tag !== undefined) {
      const below = Number(searchParams.get('max_id') ?? Infinity)
      const tagged = statuses.filter(({ id, content }) => Number(id) < below && content.includes(`#${tag}`))
      return json(tagged.slice(0, Number(searchParams.get('limit'))))
    }
    const id = /^\/api\/v1\/statuses\/(\d+)$/.exec(pathname)?.[1]
    const known = statuses.find((status) => status.id === id)
    return known ? json(known) : json({ error: 'Only what the demo has made up is known here' }, 503)
  }
}

function presentStatus(post: MadeUpPost, id: number, host: string) {
  return {
    id: String(id),
    created_at: new Date(post.time * 1000).toISOString(),
    in_reply_to_id: null,
    visibility: 'public',
    url: `https://${host}/@${post.author}/${id}`,
    replies_count: post.comments,
    favourites_count: post.points,
    content: `<p>${escapeHtml(post.text)}</p>`,
    account: { acct: post.author, display_name: post.author, bot: false, url: `https://${host}/@${post.author}` },
  }
}
