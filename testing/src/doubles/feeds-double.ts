import type { Clock } from '@leadlight/server/platform/clock'
import { createHash } from 'node:crypto'
import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'
import { toHackerNewsHtml } from './hacker-news-items.ts'
import { writtenBy } from './written-by.ts'

const FORMATS = ['rss', 'atom', 'rdf', 'json'] as const
export type FeedFormat = (typeof FORMATS)[number]

export interface FeedsDouble extends Double {
  feedUrl(format: FeedFormat): string
}

interface FeedsOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
  /** Posts are listed from the moment they were written; without it all are. */
  clock?: Clock
  /** How many entries a feed lists; older ones are left out. */
  entriesMax?: number
}

/**
 * The same newest posts as `/feeds/rss`, `/feeds/atom`, `/feeds/rdf` and `/feeds/json`, with conditional requests. Also
 * what users enter instead: `/page` (has a feed), `/page-without`, `/gone`, `/undated`, `/entity-bomb`.
 */
export async function startFeedsDouble(options: FeedsOptions): Promise<FeedsDouble> {
  const posts = options.posts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())

  function answer(question: Question): Answer {
    const { pathname } = question.url
    const listed = posts.filter(writtenBy(options.clock)).slice(0, options.entriesMax ?? 50)
    const entries = listed.map(toEntry)
    const format = FORMATS.find((name) => pathname === `/feeds/${name}`)
    if (format)
      return conditional(question, { headers: { 'content-type': TYPES[format] }, body: WRITERS[format](entries) })
    if (pathname === '/undated')
      return { headers: { 'content-type': TYPES.rss }, body: rss(entries.map((entry) => ({ ...entry, date: null }))) }
    if (pathname === '/gone') return { status: 410, body: 'Gone' }
    if (pathname === '/entity-bomb') return { headers: { 'content-type': 'application/xml' }, body: ENTITY_BOMB }
    if (pathname === '/page')
      return {
        headers: { 'content-type': 'text/html' },
        body: page('<link rel="alternate" type="application/rss+xml" title="News" href="/feeds/rss">'),
      }
    if (pathname === '/page-without') return { headers: { 'content-type': 'text/html' }, body: page('') }
    return { status: 404, body: 'Not Found' }
  }

  const double = await startDouble(answer, options)
  return { ...double, feedUrl: (format) => `${double.url}/feeds/${format}` }
}

interface Entry {
  id: string
  link: string
  title: string
  html: string
  author: string
  date: Date | null
}

function toEntry(post: CorpusPost): Entry {
  return {
    id: `urn:post:${post.platform}:${post.id}`,
    link: /^https?:\/\//.test(post.url) ? post.url : `https://news.example/${encodeURIComponent(post.id)}`,
    title: post.title ?? '',
    html: `<p>${toHackerNewsHtml(post.text)}</p>`,
    author: post.author,
    date: post.createdAt,
  }
}

function conditional({ headers }: Question, whole: Answer): Answer {
  const etag = `"${createHash('sha256').update(whole.body).digest('hex').slice(0, 16)}"`
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' }
  return { ...whole, headers: { ...whole.headers, etag } }
}

const TYPES: Record<FeedFormat, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  rdf: 'application/rdf+xml; charset=utf-8',
  json: 'application/feed+json',
}

const WRITERS: Record<FeedFormat, (entries: Entry[]) => string> = { rss, atom, rdf, json: jsonFeed }

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

function rss(entries: Entry[]): string {
  const items = entries.map(
    ({ id, link, title, html, author, date }) =>
      `<item><guid isPermaLink="false">${xml(id)}</guid><link>${xml(link)}</link>${title && `<title>${xml(title)}</title>`}<dc:creator>${xml(author)}</dc:creator>${date ? `<pubDate>${date.toUTCString()}</pubDate>` : ''}<description>${xml(html)}</description></item>`,
  )
  return `${XML}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Small Trade News</title><link>https://news.example/</link><description>Overheard</description>${items.join('\n')}</channel></rss>`
}

function atom(entries: Entry[]): string {
  const items = entries.map(
    ({ id, link, title, html, author, date }) =>
      `<entry><id>${xml(id)}</id><link rel="alternate" href="${xml(link)}"/><title type="text">${xml(title)}</title><author><name>${xml(author)}</name></author>${date ? `<published>${date.toISOString()}</published><updated>${date.toISOString()}</updated>` : ''}<content type="html">${xml(html)}</content></entry>`,
  )
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom"><title>Small Trade News</title><id>urn:feed:news</id><updated>2026-01-01T00:00:00Z</updated>${items.join('\n')}</feed>`
}

function rdf(entries: Entry[]): string {
  const items = entries.map(
    ({ id, link, title, html, author, date }) =>
      `<item rdf:about="${xml(id)}"><link>${xml(link)}</link><title>${xml(title)}</title><dc:creator>${xml(author)}</dc:creator>${date ? `<dc:date>${date.toISOString()}</dc:date>` : ''}<description>${xml(html)}</description></item>`,
  )
  return `${XML}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://news.example/"><title>Small Trade News</title><link>https://news.example/</link><description>Overheard</description></channel>${items.join('\n')}</rdf:RDF>`
}

function jsonFeed(entries: Entry[]): string {
  const items = entries.map(({ id, link, title, html, author, date }) => ({
    id,
    url: link,
    ...(title && { title }),
    content_html: html,
    authors: [{ name: author }],
    ...(date && { date_published: date.toISOString() }),
  }))
  return json({ version: 'https://jsonfeed.org/version/1.1', title: 'Small Trade News', items }).body as string
}

function page(head: string): string {
  return `<!doctype html><html><head><title>Small Trade News</title>${head}</head><body><h1>News</h1></body></html>`
}

/** Nine levels of ten: a billion when a parser expands it. */
const ENTITY_BOMB = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "haha">${Array.from({ length: 9 }, (_, level) => `<!ENTITY ${'bcdefghij'[level]} "${`&${'abcdefghij'[level]};`.repeat(10)}">`).join('')}]><rss version="2.0"><channel><title>&j;</title><item><title>&j;</title><description>&j;</description></item></channel></rss>`

function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/\p{Cc}/gu, (character) => (/\s/.test(character) ? character : ''))
}
