import type { Format, FoundPost } from './message.ts'
import { isFields, listOf, wordOf, type Fields } from './values.ts'

/** `<https://example.org|Its words>`, or the address alone in the same brackets. */
const LINK = /<(https?:\/\/[^|<>\s]+)(?:\|([^<>]*))?>/gu
/** People, channels and dates in brackets of the same kind. */
const MENTION = /<[@#!][^<>|]*(?:\|([^<>]*))?>/gu
const BARE = /https?:\/\/[^\s<>|]+/gu

/** What people and programs say. The other kinds tell of the channel, such as who has joined it. */
const SAID = new Set([undefined, 'bot_message', 'file_share', 'me_message', 'thread_broadcast'])

/**
 * A message of Slack: what an outgoing webhook sends, an event of its API, or what others send to an incoming webhook.
 * Each attachment that links somewhere is a post, else each link in the text with the words that follow it. Of a message
 * that was edited, only what has changed is read, and nothing of one that was deleted.
 */
export const SLACK: Format = {
  name: 'Slack',
  sendsAll: true,
  read(message) {
    if (message.kind !== 'data' || !isFields(message.value)) return undefined
    const { value } = message
    if (value.type === 'event_callback' && isFields(value.event)) return ofEvent(value.event)
    if (value.type === 'app_rate_limited') return []
    return isSlack(value) ? postsIn(value) : undefined
  },
}

function isSlack(message: Fields): boolean {
  if ('url' in message || 'link' in message) return false
  const isOutgoing = 'team_id' in message && 'channel_id' in message
  return isOutgoing || Array.isArray(message.attachments) || Array.isArray(message.blocks) || hasLink(message.text)
}

function hasLink(text: unknown): boolean {
  return typeof text === 'string' && text.search(LINK) >= 0
}

function ofEvent(event: Fields): FoundPost[] {
  if (event.type !== 'message') return []
  if (event.subtype !== 'message_changed') return isSaid(event) ? postsIn(event) : []
  const { message, previous_message: previous } = event
  if (!isFields(message) || !isSaid(message)) return []
  // Slack also edits a message to show what it links to, which would otherwise be judged again.
  const before = new Set(isFields(previous) ? postsIn(previous).map(identify) : [])
  return postsIn(message).filter((post) => !before.has(identify(post)))
}

function isSaid({ subtype }: Fields): boolean {
  return subtype === undefined || (typeof subtype === 'string' && SAID.has(subtype))
}

function identify({ url, text }: FoundPost): string {
  return `${url}\n${text}`
}

/** The posts of a message. What Slack itself shows of a link stands in only where the message has no words about it. */
function postsIn(message: Fields): FoundPost[] {
  const at = secondsOf(wordOf(message, 'ts', 'timestamp'))
  const attachments = listOf(message.attachments ?? []) ?? []
  const attached = attachments.filter((one) => unfurledOf(one) === undefined).flatMap((one) => attachmentOf(one, at))
  if (attached.length > 0) return attached
  const shown = new Map(
    attachments.flatMap((one) => {
      const url = unfurledOf(one)
      return url === undefined ? [] : [[url, attachmentOf({ ...one, title_link: url }, at)] as const]
    }),
  )
  const said = linked(wordsOf(message), at)
  if (said.length === 0) return [...shown.values()].flat()
  return said.flatMap((post) => (post.text === '' ? (shown.get(post.url) ?? post) : post))
}

/** The link in the message’s text that Slack shows by this attachment. */
function unfurledOf(attachment: Fields): string | undefined {
  return wordOf(attachment, 'from_url', 'original_url')
}

/** Where there are blocks, they are what is shown; the text says the same in short. */
function wordsOf(message: Fields): string {
  const text = wordOf(message, 'text') ?? ''
  const blocks = blockTexts(message.blocks).join('\n')
  return hasLink(blocks) ? blocks : `${text}\n${blocks}`
}

function attachmentOf(attachment: Fields, at: string | undefined): FoundPost[] {
  const url = wordOf(attachment, 'title_link')
  if (url === undefined) return linked(wordOf(attachment, 'text', 'fallback') ?? '', at)
  const title = wordOf(attachment, 'title')
  const text = plain(wordOf(attachment, 'text', 'pretext', 'fallback') ?? title ?? '')
  const said = typeof attachment.ts === 'number' ? String(attachment.ts) : wordOf(attachment, 'ts')
  return [
    {
      url,
      text,
      title: title === undefined ? undefined : plain(title),
      author: wordOf(attachment, 'author_name'),
      authorUrl: wordOf(attachment, 'author_link'),
      postedAt: secondsOf(said) ?? at,
    },
  ]
}

/** The words of a message’s sections. */
function blockTexts(blocks: unknown): string[] {
  return (listOf(blocks ?? []) ?? []).flatMap(({ text }) => {
    if (typeof text === 'string') return [text]
    return isFields(text) ? [wordOf(text, 'text') ?? ''] : []
  })
}

/** A single link has all of the message’s words; of several each has those up to the next. */
function linked(text: string, at: string | undefined): FoundPost[] {
  const marked = [...text.matchAll(LINK)]
  const links = marked.length > 0 ? marked : [...text.matchAll(BARE)]
  if (links.length === 1) {
    const [[found, url = found, label] = ['']] = links
    const words = plain(text.replace(found, () => label ?? ' '))
    return [{ url: unescape(url), text: words === '' ? (label ?? '') : words, postedAt: at }]
  }
  return links.map((link, index) => {
    const [found, url = found, label = ''] = link
    const words = plain(text.slice(link.index + found.length, links[index + 1]?.index))
    return {
      url: unescape(url),
      text: words === '' ? label : words,
      ...(label !== '' && { title: label }),
      postedAt: at,
    }
  })
}

/** Slack’s marks as plain words: what is a link is its label, and `&amp;` is what it says. */
function plain(text: string): string {
  const words = text
    .replaceAll(LINK, (_, url: string, label?: string) => label ?? url)
    .replaceAll(MENTION, (_, label?: string) => label ?? '')
  return unescape(words).trim()
}

/** Slack escapes three characters, in addresses too. */
function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Slack’s times are seconds since 1970, with a fraction. */
function secondsOf(ts: string | undefined): string | undefined {
  if (ts === undefined || !/^\d{9,11}(?:\.\d+)?$/u.test(ts)) return undefined
  return new Date(Number(ts) * 1000).toISOString()
}
