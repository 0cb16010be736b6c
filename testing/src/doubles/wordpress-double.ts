import type { Clock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from './corpus.ts'
import { startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { escapeHtml, toHtml } from './html.ts'
import { writtenBy } from './written-by.ts'

export interface WordpressDouble extends Double {
  /** For WORDPRESS_URL. */
  siteUrl: string
  /** The plugin whose forum it is. */
  plugin: string
}

interface WordpressOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Topics are listed from the moment they were written; without it all are. */
  clock?: Clock
  /** How many topics a feed lists; older ones are left out. */
  entriesMax?: number
}

interface Topic {
  id: number
  post: CorpusPost
}

const PLUGIN = 'made-up-forms'
const ENTRIES_MAX = 30

/** The feeds of a plugin's reviews and of its other topics: every other post is a review. */
export async function startWordpressDouble(options: WordpressOptions): Promise<WordpressDouble> {
  const topics = options.posts
    .map((post, position): Topic => ({ id: position + 1, post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())

  function answer({ url: { pathname } }: Question): Answer {
    const isReviews = pathname === `/support/plugin/${PLUGIN}/reviews/feed/`
    if (!isReviews && pathname !== `/support/plugin/${PLUGIN}/feed/`) return { status: 404, body: 'Not Found' }
    const isWritten = writtenBy(options.clock)
    const listed = topics
      .filter(({ id, post }) => isWritten(post) && (id % 2 === 0) === isReviews)
      .slice(0, options.entriesMax ?? ENTRIES_MAX)
    const headers = { 'content-type': 'application/rss+xml; charset=utf-8' }
    return { headers, body: write(listed.map((topic) => toItem(topic, isReviews))) }
  }

  const double = await startDouble(answer, options)
  return { ...double, siteUrl: double.url, plugin: PLUGIN }
}

function write(items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>WordPress.org Forums</title><link>https://wordpress.org/support/plugin/${PLUGIN}/</link><description></description>${items.join('\n')}</channel></rss>`
}

function toItem({ id, post }: Topic, isReview: boolean): string {
  const address = `https://wordpress.org/support/topic/made-up-${id}/`
  const preamble = `<p>Replies: ${post.comments}</p>${isReview ? '<p>Rating: 2 stars</p>' : ''}`
  const html = xml(`${preamble}${toHtml(post.text)}`)
  const title = xml(escapeHtml(post.title ?? ''))
  return `<item><guid>${address}</guid><title>${title}</title><link>${address}</link><pubDate>${post.createdAt.toUTCString()}</pubDate><dc:creator>${xml(post.author)}</dc:creator><description>${html}</description></item>`
}

/** XML has no control characters. */
function xml(text: string): string {
  const plain = text.toWellFormed().replace(/\p{Cc}/gu, (character) => (/\s/.test(character) ? character : ''))
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
