import { findFeedLinks } from '../../channels/feed-links.ts'
import type { FeedLink } from '../../channels/feed-links.ts'
import { cleanText } from '../../channels/markup.ts'
import { parsePage } from '../../platform/parse-html.ts'
import { readJsonLd } from './website-json-ld.ts'
import type { JsonLdFact } from './website-json-ld.ts'

const HEADINGS_MAX = 60
const PARAGRAPHS_MAX = 120
const TEXT_CHARS_MAX = 2_000
const SHORTEST_PARAGRAPH = 20

export interface WebsiteFacts {
  title: string | null
  /** The site's own name, if it gives one. */
  siteName: string | null
  description: string | null
  /** In the order of the page, without repetition. */
  headings: string[]
  paragraphs: string[]
  jsonLd: JsonLdFact[]
  /** As in `en-GB`. */
  language: string | null
  feeds: FeedLink[]
}

const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'nav',
  'footer',
  'form',
  'button',
  'select',
  'iframe',
])
const HEADING = /^h[1-3]$/
const PARAGRAPHS = new Set(['p', 'li', 'blockquote', 'dd', 'figcaption'])

/** What a page says about the business behind it; never runs anything the page contains. */
export async function readWebsiteFacts(html: string, url: string): Promise<WebsiteFacts> {
  const page = new PageReader()
  await parsePage(html, {
    onopentag: (name, attributes) => page.open(name, attributes),
    ontext: (text) => page.text(text),
    onclosetag: (name) => page.close(name),
  })
  return { ...page.facts(), feeds: await findFeedLinks(html, url) }
}

type Attributes = Record<string, string>

class PageReader {
  private readonly meta = new Map<string, string>()
  private readonly headings = new Set<string>()
  private readonly paragraphs = new Set<string>()
  private readonly jsonLd: string[] = []
  private title = ''
  private language: string | null = null
  private silent = 0
  /** The element whose words are being collected, and the words. */
  private current: { name: string; words: string } | null = null

  open(name: string, attributes: Attributes): void {
    if (name === 'html') this.language = attributes.lang?.trim() || null
    if (name === 'meta') this.readMeta(attributes)
    if (name === 'br') this.text(' ')
    const gathers = name === 'title' || HEADING.test(name) || PARAGRAPHS.has(name) || isJsonLd(name, attributes)
    if (gathers && this.silent === 0) {
      this.keep()
      this.current = { name, words: '' }
    }
    if (SILENT.has(name)) this.silent += 1
  }

  text(text: string): void {
    if (this.current && (this.silent === 0 || this.current.name === 'script')) this.current.words += text
  }

  close(name: string): void {
    if (SILENT.has(name)) this.silent -= 1
    if (this.current?.name === name) this.keep()
  }

  facts(): Omit<WebsiteFacts, 'feeds'> {
    this.keep()
    const jsonLd = readJsonLd(this.jsonLd)
    const named = (...names: string[]) => names.map((name) => this.meta.get(name)).find(Boolean) ?? null
    return {
      title: tidy(this.title) || named('og:title', 'twitter:title'),
      siteName: named('og:site_name', 'application-name') ?? jsonLd.find(({ name }) => name !== null)?.name ?? null,
      description: named('description', 'og:description', 'twitter:description'),
      headings: [...this.headings].slice(0, HEADINGS_MAX),
      paragraphs: [...this.paragraphs].slice(0, PARAGRAPHS_MAX),
      jsonLd,
      language: this.language ?? named('og:locale')?.replace('_', '-') ?? null,
    }
  }

  private readMeta(attributes: Attributes): void {
    const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
    const content = tidy(attributes.content ?? '')
    if (name !== '' && content !== '' && !this.meta.has(name)) this.meta.set(name, content)
  }

  private keep(): void {
    if (!this.current) return
    const { name, words } = this.current
    this.current = null
    if (name === 'script') this.jsonLd.push(words)
    else if (name === 'title') this.title ||= words
    else if (HEADING.test(name)) addTidy(this.headings, words, 1)
    else addTidy(this.paragraphs, words, SHORTEST_PARAGRAPH)
  }
}

function isJsonLd(name: string, attributes: Attributes): boolean {
  return name === 'script' && attributes.type?.trim().toLowerCase() === 'application/ld+json'
}

function addTidy(to: Set<string>, words: string, shortest: number): void {
  const text = tidy(words)
  if (text.length >= shortest) to.add(text)
}

function tidy(words: string): string {
  return cleanText(words.replace(/\s+/g, ' ')).slice(0, TEXT_CHARS_MAX).toWellFormed()
}
