import { RECEIVED_POSTS_MAX } from '@leadlight/domain/receiving'
import { POST_BY_HAND_MAX } from '@leadlight/domain/by-hand'
import { invalidPart } from '../../platform/errors.ts'
import type { Brought } from '../by-hand/read-post.ts'
import { tidy } from './formats/blocks.ts'
import type { FoundPost } from './formats/message.ts'

const URL_MAX = 2_000
const TITLE_MAX = 300
const AUTHOR_MAX = 200
const FIRST_POST = new Date('1990-01-01')

/** A post of a message that cannot be judged. */
export interface LeftOut {
  /** Its place in the message, from 0. */
  index: number
  why: string
}

export interface Taken {
  posts: Brought[]
  leftOut: LeftOut[]
  /** How many had more words than are read. */
  shortened: number
}

interface TakeOptions {
  sender: string
  /** Whether the sender sends messages without posts as well. */
  sendsAll: boolean
  /** Where the installation is reached. What it tells of itself, such as by Slack, would come back for good. */
  publicUrl: string
}

/**
 * The posts of a message as they are judged: plain text, its first 10,000 characters, at a web address. One that has no
 * address or no words, or is a page of Leadlight itself, is left out, and the others are taken. Throws an AppError where
 * none is left of a message that should have some, or for too many.
 */
export function takePosts(found: readonly FoundPost[], { sender, sendsAll, publicUrl }: TakeOptions): Taken {
  if (found.length > RECEIVED_POSTS_MAX) {
    const detail = `Send at most ${RECEIVED_POSTS_MAX.toLocaleString('en')} posts at once. None of these ${found.length.toLocaleString('en')} was taken.`
    throw invalidPart('body', 'too_many_posts', detail)
  }
  const taken: Taken = { posts: [], leftOut: [], shortened: 0 }
  for (const [index, one] of found.entries()) {
    const post = toPost(one, publicUrl)
    if (typeof post === 'string') taken.leftOut.push({ index, why: post })
    else {
      taken.posts.push(post)
      if (clean(one.text).length > POST_BY_HAND_MAX) taken.shortened += 1
    }
  }
  if (taken.posts.length > 0 || sendsAll) return taken
  const why = taken.leftOut[0]?.why ?? 'There is no post in it.'
  throw invalidPart('body', 'nothing_to_take', `Nothing of this message of ${sender} could be taken. ${why}`)
}

function toPost(found: FoundPost, publicUrl: string): Brought | string {
  const url = webAddress(found.url)
  if (url === undefined) return 'It has no web address that begins with https:// or http://.'
  if (`${url}/`.startsWith(new URL(`${publicUrl}/`).href)) return 'It is a page of Leadlight itself.'
  const title = line(found.title, TITLE_MAX)
  const text = cut(clean(found.text), POST_BY_HAND_MAX) || title
  if (text === '') return 'It has no words.'
  const author = line(found.author, AUTHOR_MAX)
  const profile = author === '' ? undefined : webAddress(found.authorUrl ?? '')
  const at = instant(found.postedAt)
  return {
    url,
    text,
    // A snippet that stands for the title as well would be judged twice over.
    ...(title !== '' && title !== text && { title }),
    ...(author !== '' && { author }),
    ...(profile !== undefined && { author_url: profile }),
    ...(at !== undefined && { posted_at: at }),
  }
}

function webAddress(typed: string): string | undefined {
  const url = URL.parse(typed.trim())
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.href.length <= URL_MAX ? url.href : undefined
}

/** Without control characters, which no database takes and nobody reads, and without halves of characters. */
function clean(text: string): string {
  return tidy(
    text
      .toWellFormed()
      .replaceAll('\r', '')
      .replaceAll(/(?![\t\n])\p{Cc}/gu, ''),
  )
}

function line(text: string | undefined, max: number): string {
  const words = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
  return cut(words.replaceAll(/\s+/gu, ' ').trim(), max)
}

/** Not through the middle of a character. */
function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/u, '')
        .trimEnd()
}

function instant(said: string | undefined): string | undefined {
  if (said === undefined) return undefined
  const at = new Date(said)
  // Whoever has no date may send none, or that of the first computers.
  return at >= FIRST_POST ? at.toISOString() : undefined
}
