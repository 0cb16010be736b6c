import { parseHtml } from '../../../platform/parse-html.ts'
import { readBlocks, textOfHtml, tidy, type Piece } from './blocks.ts'
import type { Format, FoundPost } from './message.ts'

/** Its links go through `https://www.google.com/url?…&url=<the address>`. */
const REDIRECT = /^https?:\/\/www\.google\.[a-z.]+\/url\?/iu
const FROM = /\bgooglealerts-noreply@google\.com\b/iu
/** Of a line as much is read. */
const LINE_MAX = 3_000
/** The words below a result’s own. */
const CHROME = /^(?:flag as irrelevant|facebook|twitter|x|see more results|edit this alert|full coverage)$/iu

/** Google Alerts: mails with a title and a snippet for each result, and feeds of the same. */
export const GOOGLE_ALERTS: Format = {
  name: 'Google Alerts',
  read(message) {
    if (message.kind === 'markup') return ofMarkup(message.markup)
    if (message.kind !== 'mail') return undefined
    const { from, html, text, date } = message.mail
    // A mail that somebody has passed on comes from them.
    if (!FROM.test(from) && !/\/\/www\.google\.[a-z.]+\/alerts\b/iu.test(html + text)) return undefined
    return (html === '' ? ofText(text) : ofHtml(html)).map((post) => ({ ...post, postedAt: date }))
  },
}

function ofMarkup(markup: string): FoundPost[] | undefined {
  if (/<feed[\s>]/iu.test(markup)) return ofFeed(markup)
  const posts = ofHtml(markup)
  return posts.length > 0 ? posts : undefined
}

function ofHtml(html: string): FoundPost[] {
  const posts: FoundPost[] = []
  const descriptions = new Map<FoundPost, string>()
  for (const piece of readBlocks(html).flat()) {
    const url = piece.href === undefined ? undefined : targetOf(piece.href)
    const last = posts.at(-1)
    if (url !== undefined && url !== last?.url) posts.push({ url, title: tidy(piece.text), text: '' })
    else if (last && url !== undefined)
      last.title = [last.title, tidy(piece.text)].filter((word) => word !== '').join(' ')
    else if (last && piece.role === 'description') descriptions.set(last, (descriptions.get(last) ?? '') + piece.text)
    else if (last && isWords(piece)) last.text += piece.text
  }
  return posts.map((post) => withSnippet(post, descriptions.get(post) ?? post.text))
}

/** Not the publisher, nor what one can do with a result. */
function isWords({ href, role, text }: Piece): boolean {
  return href === undefined && role !== 'publisher' && role !== 'name' && !CHROME.test(text.trim())
}

/** As plain text: a title and its snippet, with the address in brackets after either of them. */
function ofText(text: string): FoundPost[] {
  const posts: FoundPost[] = []
  let words = ''
  for (const whole of text.split(/\r?\n/u)) {
    const line = whole.slice(0, LINE_MAX)
    const found = /<(https?:\/\/www\.google\.[a-z.]+\/url\?[^<>\s]+)>/iu.exec(line)
    const url = found?.[1] === undefined ? undefined : targetOf(found[1])
    const isBetween = /^===.*===\s*$/u.test(line) || /^[-\s]{5,}$/u.test(line) || line.includes('/alerts/')
    if (isBetween) words = ''
    else if (url === undefined) words += `${line}\n`
    else {
      const said = tidy(words + line.replace(found?.[0] ?? '', ''))
      const [title = '', ...rest] = said.split('\n')
      posts.push(withSnippet({ url, title, text: '' }, rest.join('\n')))
      words = ''
    }
  }
  return posts
}

function ofFeed(markup: string): FoundPost[] {
  const posts: FoundPost[] = []
  let entry: Record<string, string> | undefined
  let field = ''
  parseHtml(markup, {
    onopentag(name, { href }) {
      if (name === 'entry') entry = {}
      else if (entry && name === 'link') entry.link = href ?? ''
      field = name
    },
    ontext(text) {
      if (entry) entry[field] = (entry[field] ?? '') + text
    },
    onclosetag(name) {
      field = ''
      if (name !== 'entry' || !entry) return
      const { link = '', title = '', content = '', published } = entry
      const post = { url: targetOf(link) ?? link, title: textOfHtml(title), text: '', postedAt: published?.trim() }
      posts.push(withSnippet(post, textOfHtml(content)))
      entry = undefined
    },
  })
  return posts
}

function targetOf(href: string): string | undefined {
  if (!REDIRECT.test(href)) return undefined
  const asked = URL.parse(href)?.searchParams
  return asked?.get('url') ?? asked?.get('q') ?? undefined
}

function withSnippet(post: FoundPost, snippet: string): FoundPost {
  const text = tidy(snippet)
  return { ...post, text: text === '' ? (post.title ?? '') : text }
}
