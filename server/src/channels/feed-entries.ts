import { parseFeed } from 'feedsmith'
import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from 'feedsmith'
import { cleanText, decodeEntities, htmlToText } from './markup.ts'

const ENTRIES_MAX = 5_000

export interface FeedEntry {
  /** The feed's own id for it, unique within the feed only. */
  id: string | null
  url: string | null
  title: string | null
  text: string
  author: { name: string; url: string | null } | null
  publishedAt: Date | null
  replies: number | null
}

export interface Feed {
  title: string | null
  /** At most 5,000. */
  entries: FeedEntry[]
}

/** Reads RSS, RDF, Atom or JSON Feed into one shape. Undefined where the text is none of them. */
export function readFeed(text: string, feedUrl: string): Feed | undefined {
  const parsed = tryParse(text)
  if (!parsed) return undefined
  const { format, feed } = parsed
  const at = (url: string | undefined) => webAddress(url, feedUrl)
  switch (format) {
    case 'rss':
      return { title: plain(feed.title), entries: (feed.items ?? []).map((item) => rssEntry(item, at)) }
    case 'rdf':
      return { title: plain(feed.title), entries: (feed.items ?? []).map((item) => rdfEntry(item, at)) }
    case 'atom':
      return { title: richText(feed.title), entries: (feed.entries ?? []).map((entry) => atomEntry(entry, at)) }
    case 'json':
      return { title: literal(feed.title), entries: (feed.items ?? []).map((item) => jsonEntry(item, at)) }
    default:
      return undefined
  }
}

/** feedsmith throws several classes of error for what is no feed; all mean the same here. */
function tryParse(text: string) {
  try {
    return parseFeed(text, { maxItems: ENTRIES_MAX })
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

type Address = (url: string | undefined) => string | null

function rssEntry(item: RssFeed.Item<string>, at: Address): FeedEntry {
  const permalink = item.guid?.isPermaLink === false ? undefined : item.guid?.value
  const [author] = item.authors ?? []
  const name = plain(author?.name ?? item.dc?.creators?.[0] ?? nameOfEmail(author?.email))
  return {
    id: item.guid?.value ?? null,
    url: at(item.link) ?? at(permalink),
    title: plain(item.title),
    text: htmlToText(item.content?.encoded ?? item.description ?? ''),
    author: name === null ? null : { name, url: at(author?.link) },
    publishedAt: dateOf(item.pubDate, item.dc?.dates?.[0]),
    replies: item.slash?.comments ?? null,
  }
}

function rdfEntry(item: RdfFeed.Item<string>, at: Address): FeedEntry {
  const name = plain(item.dc?.creators?.[0])
  return {
    id: item.rdf?.about ?? null,
    url: at(item.link) ?? at(item.rdf?.about),
    title: plain(item.title),
    text: htmlToText(item.content?.encoded ?? item.description ?? ''),
    author: name === null ? null : { name, url: null },
    publishedAt: dateOf(item.dc?.dates?.[0]),
    replies: item.slash?.comments ?? null,
  }
}

function atomEntry(entry: AtomFeed.Entry<string>, at: Address): FeedEntry {
  const [author] = entry.authors ?? []
  const name = literal(author?.name)
  const links = entry.links ?? []
  const link = links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0]
  return {
    id: entry.id ?? null,
    url: at(link?.href) ?? at(entry.id),
    title: richText(entry.title),
    text: richText(entry.content?.value === undefined ? entry.summary : entry.content) ?? '',
    author: name === null ? null : { name, url: at(author?.uri) },
    publishedAt: dateOf(entry.published, entry.updated),
    replies: entry.slash?.comments ?? null,
  }
}

function jsonEntry(item: JsonFeed.Item<string>, at: Address): FeedEntry {
  const [author] = item.authors ?? []
  const name = literal(author?.name)
  return {
    id: item.id ?? null,
    url: at(item.url) ?? at(item.external_url) ?? at(item.id),
    title: literal(item.title),
    text:
      item.content_html === undefined
        ? (literal(item.content_text ?? item.summary) ?? '')
        : htmlToText(item.content_html),
    author: name === null ? null : { name, url: at(author?.url) },
    publishedAt: dateOf(item.date_published, item.date_modified),
    replies: null,
  }
}

/** Atom says whether a text is markup; RSS does not, and writes titles as text with entities. */
function richText(text: { value?: string; type?: string } | undefined): string | null {
  if (text?.value === undefined) return null
  return (/html/i.test(text.type ?? '') ? htmlToText(text.value) : cleanText(text.value)) || null
}

function plain(text: string | undefined): string | null {
  return text === undefined ? null : decodeEntities(text).replace(/\s+/g, ' ') || null
}

function literal(text: string | undefined): string | null {
  return text === undefined ? null : cleanText(text) || null
}

function webAddress(url: string | undefined, feedUrl: string): string | null {
  const parsed = url === undefined || url.trim() === '' ? null : URL.parse(url.trim(), feedUrl)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

function dateOf(...candidates: (string | undefined)[]): Date | null {
  for (const candidate of candidates) {
    const ms = candidate === undefined ? Number.NaN : Date.parse(candidate)
    if (!Number.isNaN(ms) && ms > 0) return new Date(Math.floor(ms / 1000) * 1000)
  }
  return null
}

/** RSS authors are mail addresses; only the part before the @ is a name. */
function nameOfEmail(email: string | undefined): string | undefined {
  return email?.split('@')[0]
}
