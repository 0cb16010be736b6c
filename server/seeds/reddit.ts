import { xml, type Answer } from './answer.ts'
import { escapeHtml, newestOf, toParagraphs, type MadeUpPost } from './made-up-posts.ts'

/** Reddit lists no more in a feed. */
const ENTRIES_MAX = 25

/** The feeds of subreddits, which Reddit shows to those without a key: `/r/{name}/new/.rss`. */
export function createReddit(posts: readonly MadeUpPost[]): (url: URL) => Answer {
  return ({ pathname }) => {
    const name = /^\/r\/(\w+)\/new\/\.rss$/.exec(pathname)?.[1]?.toLowerCase()
    const entries = newestOf(posts, 'reddit').filter(({ channel }) => channel === `r/${name}`)
    const listed = entries.slice(0, ENTRIES_MAX).map(presentEntry)
    return xml(
      'application/atom+xml',
      `<feed xmlns="http://www.w3.org/2005/Atom"><id>/r/${name}/new/.rss</id><title>r/${name}</title>${listed.join('')}</feed>`,
    )
  }
}

function presentEntry(post: MadeUpPost): string {
  const at = new Date(post.time * 1000).toISOString()
  const body = toParagraphs(post.text).map((paragraph) => `<p>${paragraph}</p>`)
  const id = `t3_${post.id.replaceAll('-', '')}`
  return `<entry><author><name>/u/${post.author}</name><uri>https://www.reddit.com/user/${post.author}</uri></author><content type="html">${escapeHtml(body.join(''))}</content><id>${id}</id><link href="${post.url}"/><updated>${at}</updated><published>${at}</published><title>${escapeHtml(post.title ?? '')}</title></entry>`
}
