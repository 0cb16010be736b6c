import { withoutReordering } from '@leadlight/domain/directions'
import { parseHtml } from '../platform/parse-html.ts'

const BLOCKS = new Set(
  'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section summary table ul'.split(
    ' ',
  ),
)
const LINES = new Set(['br', 'li', 'tr'])
const SILENT = new Set(['head', 'iframe', 'math', 'noscript', 'object', 'script', 'style', 'svg', 'template', 'title'])

/**
 * The text of a piece of HTML: blocks separated by an empty line, list items and breaks by a line end, code as it is,
 * links as their text (and their address where the text cuts it short), entities resolved once, no control characters.
 */
export function htmlToText(html: string): string {
  const out = new TextBuilder()
  let silent = 0
  let pre = 0
  let link: { href: string; text: string } | null = null
  const endLinkText = () => {
    if (link) out.addProse(isCutShort(link) ? link.href : link.text)
    if (link) link.text = ''
  }
  const breakLines = (count: number) => {
    endLinkText()
    out.breakLines(count)
  }
  parseHtml(html, {
    onopentag(name, attributes) {
      if (SILENT.has(name)) silent += 1
      if (name === 'pre') pre += 1
      if (name === 'a') link = { href: attributes.href ?? '', text: '' }
      if (BLOCKS.has(name)) breakLines(2)
      else if (LINES.has(name)) breakLines(1)
    },
    ontext(text) {
      if (silent > 0) return
      if (pre > 0) out.addPreformatted(text)
      else if (link) link.text += text
      else out.addProse(text)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1
      if (name === 'pre') pre -= 1
      if (name === 'a') {
        endLinkText()
        link = null
      }
      if (BLOCKS.has(name)) breakLines(2)
    },
  })
  return out.text()
}

/** Plain text in which only entities are encoded, as platforms give titles. Resolved once. */
export function decodeEntities(escaped: string): string {
  let text = ''
  parseHtml(escaped.replaceAll('<', '&lt;'), { ontext: (piece) => (text += piece) })
  return cleanText(text)
}

/** Text fit for storage: well-formed Unicode without control characters or overridden directions, line ends as `\n`. */
export function cleanText(text: string): string {
  return withoutReordering(text.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Hacker News shows a long link as its beginning and three dots. */
function isCutShort({ href, text }: { href: string; text: string }): boolean {
  return text.endsWith('...') && text.length > 3 && href.startsWith(text.slice(0, -3))
}

class TextBuilder {
  private readonly parts: string[] = []
  private pendingBreaks = 0
  private pendingSpace = false
  private empty = true

  breakLines(count: number): void {
    this.pendingBreaks = Math.max(this.pendingBreaks, count)
  }

  addProse(text: string): void {
    for (const piece of text.split(/([^\S\u00a0]+)/)) {
      if (piece === '') continue
      if (/^[^\S\u00a0]+$/.test(piece)) this.pendingSpace = true
      else this.add(piece)
    }
  }

  addPreformatted(text: string): void {
    if (text !== '') this.add(text)
  }

  text(): string {
    return cleanText(this.parts.join(''))
  }

  private add(text: string): void {
    if (this.pendingBreaks > 0 && !this.empty) this.parts.push('\n'.repeat(this.pendingBreaks))
    else if (this.pendingSpace && !this.empty) this.parts.push(' ')
    this.pendingBreaks = 0
    this.pendingSpace = false
    this.empty = false
    this.parts.push(text)
  }
}
