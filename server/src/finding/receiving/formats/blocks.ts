import { parseHtml } from '../../../platform/parse-html.ts'

/** A piece of HTML as it is read: words, or a link with its words. */
export interface Piece {
  text: string
  /** Undefined for words outside links, or in a link that leads nowhere. */
  href?: string
  /** What its element or one around it is called by `itemprop`. */
  role?: string
}

const UNREAD = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg', 'iframe', 'object'])
const BREAKING = new Set(
  'address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td tr ul'.split(
    ' ',
  ),
)
/** After each of these another thing begins. */
const PARTING = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'tr', 'hr'])

/** HTML as paragraphs of pieces: text alone, without scripts, styles and whatever else is not read. */
export function readBlocks(html: string): Piece[][] {
  const blocks: Piece[][] = []
  let block: Piece[] = []
  let unread = 0
  const links: (string | undefined)[] = []
  const roles: (string | undefined)[] = []
  const part = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  const say = (text: string) => {
    const [href, role] = [links.at(-1), roles.findLast((one) => one !== undefined)]
    const last = block.at(-1)
    if (last && last.href === href && last.role === role) last.text += text
    else block.push({ text, ...(href !== undefined && { href }), ...(role !== undefined && { role }) })
  }
  parseHtml(html, {
    onopentag(name, { href, itemprop }) {
      if (UNREAD.has(name)) unread += 1
      if (PARTING.has(name)) part()
      else if (BREAKING.has(name)) say('\n')
      if (name === 'a') links.push(href === '' ? undefined : href)
      roles.push(itemprop)
    },
    onclosetag(name) {
      roles.pop()
      if (name === 'a') links.pop()
      if (UNREAD.has(name)) unread -= 1
      if (PARTING.has(name)) part()
      else if (BREAKING.has(name) && name !== 'br') say('\n')
    },
    ontext(text) {
      if (unread === 0) say(text.replaceAll(/\s+/gu, ' '))
    },
  })
  part()
  return blocks
}

/** The text of HTML, its paragraphs on lines of their own. */
export function textOfHtml(html: string): string {
  return readBlocks(html)
    .map((block) => tidy(block.map(({ text }) => text).join('')))
    .filter((line) => line !== '')
    .join('\n')
}

const TAG =
  /<(?:\/(?:p|div|span|a|b|i|em|strong|ul|ol|li|blockquote|h[1-6]|html|body|table|script|style)\s*>|br\s*\/?>)/iu

/** Words that may be HTML, as text. */
export function textOf(words: string): string {
  return TAG.test(words) ? textOfHtml(words) : words
}

/** Without white space at the ends of lines, nor lines without words. */
export function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
