import { readBlocks, tidy } from './blocks.ts'
import type { Format, FoundPost, Mail } from './message.ts'

/** F5Bot’s links go through `https://f5bot.com/url?u=<the address>`. */
const REDIRECT = /^https?:\/\/(?:www\.)?f5bot\.com\/url\?/iu
const AUTHOR = /^\s*['’"]?\s*by\s+(\S+)[^\S\n]*\n?/u
/** `Reddit Posts (/r/smallbusiness/): 'Its title' by somebody` */
const HIT = /^\s*\S[^:\n]*?(?:\([^)\n]*\))?:\s*['"](.*)['"]\s+by\s+(\S+)\s*$/u

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
    const rest = block
      .slice(at + 1)
      .map(({ text }) => text)
      .join('')
    return [
      postOf(
        { url: link.href, title: tidy(link.text), author: AUTHOR.exec(rest)?.[1], words: rest.replace(AUTHOR, '') },
        date,
      ),
    ]
  })
}

/** Each has three lines: what it is, its address, and the words. */
function ofText({ text, date }: Mail): FoundPost[] {
  const lines = text.split(/\r?\n/u)
  return lines.flatMap((line, at) => {
    const url = line.trim()
    if (!REDIRECT.test(url)) return []
    const [, title, author] = HIT.exec(lines[at - 1] ?? '') ?? []
    const end = lines.findIndex((other, index) => index > at && (other.trim() === '' || HIT.test(other)))
    const words = lines.slice(at + 1, end < 0 ? undefined : end).join('\n')
    return [postOf({ url, title, author, words }, date)]
  })
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
