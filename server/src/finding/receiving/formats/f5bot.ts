import { readBlocks, tidy } from './blocks.ts'
import type { Format, FoundPost, Mail } from './message.ts'

/** F5Bot’s links go through `https://f5bot.com/url?u=<the address>`. */
const REDIRECT = /^https?:\/\/(?:www\.)?f5bot\.com\/url\?/iu
const AUTHOR = /^['’"]?\s?by\s(\S+)\s?/u
/** `Reddit Posts (/r/smallbusiness/): 'Its title' by somebody` */
const HIT = /^\s*\S[^:(\n]*(?:\([^)\n]*\))?:\s*['"](.*)['"]\s+by\s+(\S+)\s*$/u

/** Of a line as much is read, and of a hit as many lines. */
const LINE_MAX = 3_000
const LINES_MAX = 20

/** F5Bot mails what it found: for each post its title, who wrote it, and some words around what was looked for. */
export const F5BOT: Format = {
  name: 'F5Bot',
  read(message) {
    if (message.kind !== 'mail') return undefined
    const { from, html, text } = message.mail
    // A mail that somebody has passed on comes from them.
    if (!/@(?:[\w-]+\.)*f5bot\.com\b/iu.test(from) && !/\/\/f5bot\.com\/url\?/iu.test(html + text)) return undefined
    return html === '' ? ofText(message.mail) : ofHtml(message.mail)
  },
}

function ofHtml({ html, date }: Mail): FoundPost[] {
  return readBlocks(html).flatMap((block) => {
    const at = block.findIndex(({ href }) => href !== undefined && REDIRECT.test(href))
    const link = block[at]
    if (!link?.href) return []
    const rest = tidy(
      block
        .slice(at + 1)
        .map(({ text }) => text)
        .join(''),
    )
    const hit = {
      url: link.href,
      title: tidy(link.text),
      author: AUTHOR.exec(rest)?.[1],
      words: rest.replace(AUTHOR, ''),
    }
    return [postOf(hit, date)]
  })
}

/** Each has three lines: what it is, its address, and the words. */
function ofText({ text, date }: Mail): FoundPost[] {
  const lines = text.split(/\r?\n/u).map((line) => line.slice(0, LINE_MAX))
  return lines.flatMap((line, at) => {
    const url = line.trim()
    if (!REDIRECT.test(url)) return []
    const [, title, author] = HIT.exec(lines[at - 1] ?? '') ?? []
    let end = at + 1
    while (end < lines.length && end - at < LINES_MAX && !isEnd(lines[end] ?? '')) end += 1
    const words = lines.slice(at + 1, end).join('\n')
    return [postOf({ url, title, author, words }, date)]
  })
}

function isEnd(line: string): boolean {
  return line.trim() === '' || HIT.test(line)
}

interface Hit {
  url: string
  title: string | undefined
  author: string | undefined
  words: string
}

function postOf({ url, title, author, words }: Hit, date: string | undefined): FoundPost {
  const text = tidy(words)
  return {
    url: new URL(url).searchParams.get('u') ?? '',
    title,
    author,
    text: text === '' ? (title ?? '') : text,
    postedAt: date,
  }
}
