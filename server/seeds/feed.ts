import { xml, type Answer } from './answer.ts'
import { escapeHtml, newestOf, toParagraphs, type MadeUpPost } from './made-up-posts.ts'

/** A magazine's feed, at `/feed.xml`. */
export function createFeed(posts: readonly MadeUpPost[], title: string): (url: URL) => Answer {
  const items = newestOf(posts, 'feed').map(presentItem)
  const body = `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${escapeHtml(title)}</title>${items.join('')}</channel></rss>`
  return ({ pathname }) => ({ ...xml('application/rss+xml', body), ...(pathname !== '/feed.xml' && { status: 404 }) })
}

function presentItem(post: MadeUpPost): string {
  const body = toParagraphs(post.text).map((paragraph) => `<p>${paragraph}</p>`)
  return `<item><guid isPermaLink="false">${post.id}</guid><link>${post.url}</link><title>${escapeHtml(post.title ?? '')}</title><dc:creator>${escapeHtml(post.author)}</dc:creator><pubDate>${new Date(post.time * 1000).toUTCString()}</pubDate><description>${escapeHtml(body.join(''))}</description></item>`
}
