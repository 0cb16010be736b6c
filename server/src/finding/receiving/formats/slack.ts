import type { Format, FoundPost } from './message.ts'
import { isFields, listOf, wordOf, type Fields } from './values.ts'

/** `<https://example.org|Its words>`, or the address alone in the same brackets. */
const LINK = /<(https?:\/\/[^|<>\s]+)(?:\|([^<>]*))?>/gu
/** People, channels and dates in brackets of the same kind. */
const MENTION = /<[@#!][^<>|]*(?:\|([^<>]*))?>/gu
const BARE = /https?:\/\/[^\s<>|]+/gu

/**
 * A message of Slack: what an outgoing webhook sends, an event of its API, or what others send to an incoming webhook.
 * Each attachment that links somewhere is a post, else each link in the text with the words that follow it.
 */
export const SLACK: Format = {
  name: 'Slack',
  read(message) {
    if (message.kind !== 'data' || !isFields(message.value)) return undefined
    const { value } = message
    const inner = value.type === 'event_callback' && isFields(value.event) ? value.event : value
    if (!isSlack(inner, value)) return undefined
    const at = secondsOf(wordOf(inner, 'ts', 'timestamp'))
    const attached = (listOf(inner.attachments ?? []) ?? []).flatMap((one) => attachmentOf(one, at))
    return attached.length > 0
      ? attached
      : linked([wordOf(inner, 'text') ?? '', ...blockTexts(inner.blocks)].join('\n'), at)
  },
}

function isSlack(inner: Fields, outer: Fields): boolean {
  if ('url' in inner || 'link' in inner) return false
  const isEvent = inner !== outer && inner.type === 'message'
  const isOutgoing = 'team_id' in inner && 'channel_id' in inner
  return isEvent || isOutgoing || Array.isArray(inner.attachments) || Array.isArray(inner.blocks) || hasLink(inner.text)
}

function hasLink(text: unknown): boolean {
  return typeof text === 'string' && text.search(LINK) >= 0
}

function attachmentOf(attachment: Fields, at: string | undefined): FoundPost[] {
  const url = wordOf(attachment, 'title_link', 'from_url', 'original_url')
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
