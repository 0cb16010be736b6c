import { createHash } from 'node:crypto'
import { ChannelError } from './channel.ts'
import type { ChannelPost } from './channel.ts'
import { cleanText } from './markup.ts'
import { readPageAddress } from './page-address.ts'

export const PASTED = 'pasted'

const TEXT_MAX = 50_000
const LINE_MAX = 300

export interface Pasted {
  /** The post's address, with or without `https://`. */
  url?: string | null
  text?: string | null
  title?: string | null
  author?: string | null
  /** When it was posted, where that is known. */
  postedAt?: Date | null
}

interface Pasting {
  now: Date
  /** Whose paste it is. Posts are shared by id, but what somebody typed is true for nobody else. */
  within: string
}

/**
 * A post that a person found and pasted, from a source that cannot be listened to. The address is never requested, so
 * the post holds only what was pasted. Its id comes from the address, in any spelling, or else from the words, so a
 * second paste gives the same post. `url` is empty where only words were pasted. Throws `misconfigured` with words for
 * the person.
 */
export function readPasted(pasted: Pasted, { now, within }: Pasting): ChannelPost {
  const said = cleanText(pasted.text ?? '')
  const typed = (pasted.url ?? '').trim()
  const wordsAddress = typed === '' && !/\s/.test(said) ? readPageAddress(said) : undefined
  const address = typed === '' ? wordsAddress : readPageAddress(typed)
  const text = wordsAddress ? '' : said
  if (typed !== '' && !address)
    throw refused('This is not the address of a page; paste one such as https://example.org/post.')
  if (!address && text === '') throw refused('Paste the address of a post, its text, or both.')
  if (text.length > TEXT_MAX) throw refused('This text is too long to be one post; paste up to 50,000 characters.')
  const author = line(pasted.author)
  return {
    platform: PASTED,
    externalId: `${within} ${address?.identity ?? `text:${fingerprint(text)}`}`,
    kind: 'post',
    url: address?.url ?? '',
    author: author === null ? null : { externalId: author, name: author, url: null },
    title: line(pasted.title),
    text,
    postedAt: pasted.postedAt && pasted.postedAt < now ? pasted.postedAt : now,
    community: address ? { externalId: address.host, name: address.host, displayName: address.host } : null,
    replies: null,
    points: null,
    license: null,
  }
}

/** Equal for equal words, whatever separates them. */
function fingerprint(text: string): string {
  const words = text.normalize('NFC').replace(/\s+/g, ' ')
  return createHash('sha256').update(words).digest('hex').slice(0, 32)
}

/** A small field's text as one line, cut at a limit. */
function line(typed: string | null | undefined): string | null {
  const text = cleanText(typed ?? '').replace(/\s+/g, ' ')
  return text.slice(0, LINE_MAX).toWellFormed() || null
}

function refused(message: string): ChannelError {
  return new ChannelError('misconfigured', message, null)
}
