import { readBlocks, textOf, tidy } from './blocks.ts'
import type { Format, FoundPost, Mail } from './message.ts'
import { isFields, listOf, wordOf, type Fields } from './values.ts'

/**
 * Syften’s webhook sends a list of items; its API wraps each in what it matched. Its mails name each item by a link, with
 * the words below it.
 */
export const SYFTEN: Format = {
  name: 'Syften',
  read(message) {
    if (message.kind === 'mail')
      return /@(?:[\w-]+\.)*syften\.com\b/iu.test(message.mail.from) ? ofMail(message.mail) : undefined
    if (message.kind !== 'data') return undefined
    const items = listOf(message.value)?.map((one) => (isFields(one.item) ? one.item : one))
    if (!items || items.length === 0 || !items.every((item) => 'item_url' in item)) return undefined
    return items.map(postOf)
  },
}

function postOf(item: Fields): FoundPost {
  return {
    url: wordOf(item, 'item_url') ?? '',
    text: textOf(wordOf(item, 'text') ?? ''),
    title: wordOf(item, 'title'),
    author: wordOf(item, 'author'),
    postedAt: wordOf(item, 'timestamp'),
  }
}

/** Its own links lead to filters and settings. */
const OWN = /^https?:\/\/(?:[\w-]+\.)*syften\.com(?:[/?#]|$)/iu

function ofMail({ html, date }: Mail): FoundPost[] {
  const posts: FoundPost[] = []
  let isOver = true
  for (const piece of readBlocks(html).flatMap((block) => [...block, { text: '\n' }])) {
    const { href } = piece as { href?: string }
    if (href !== undefined && /^https?:/iu.test(href) && !OWN.test(href)) {
      const last = posts.at(-1)
      if (!isOver && last?.url === href) continue
      posts.push({ url: href, title: tidy(piece.text), text: '', postedAt: date })
      isOver = false
    } else if (href !== undefined) {
      isOver = true
    } else if (!isOver) {
      const last = posts.at(-1)
      if (last) last.text += piece.text
    }
  }
  return posts.map((post) => ({ ...post, text: tidy(post.text) || (post.title ?? '') }))
}
