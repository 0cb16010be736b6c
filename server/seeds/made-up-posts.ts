import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const FILE = new URL('posts.jsonl', import.meta.url)

/** Nothing may lie in the future of a clock that differs a little. */
const NEWEST_AGE_SECONDS = 60

const Line = z.object({
  platform: z.string(),
  kind: z.string(),
  id: z.string(),
  author: z.string(),
  created_at: z.iso.datetime(),
  title: z.string().nullable(),
  text: z.string(),
  url: z.url(),
  points: z.int(),
  comments: z.int(),
  channel: z.string().optional(),
})

export interface MadeUpPost extends Omit<z.infer<typeof Line>, 'created_at'> {
  /** When it was written, in Unix seconds. */
  time: number
}

/** The posts of the demo, moved in time together so that the newest is a minute old at `now`: searches look at recent ones. */
export async function readMadeUpPosts(now: Date): Promise<MadeUpPost[]> {
  const lines = (await readFile(FILE, 'utf8')).split('\n').filter(Boolean)
  const written = lines.map((line) => {
    const { created_at: at, ...post } = Line.parse(JSON.parse(line))
    return { ...post, time: Date.parse(at) / 1000 }
  })
  const newest = Math.max(...written.map(({ time }) => time))
  const bySeconds = Math.floor(now.getTime() / 1000) - NEWEST_AGE_SECONDS - newest
  return written.map((post) => ({ ...post, time: post.time + bySeconds }))
}

/** Posts that hold every word and "phrase" of a query, and no -word, newest first, written from `since` until before `until`. */
export function findPosts<Post extends Pick<MadeUpPost, 'title' | 'text' | 'time'>>(
  posts: readonly Post[],
  query: string,
  { since, until }: { since: number; until: number },
): Post[] {
  const asked = [...query.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)]
  const terms = asked.map(([, minus, phrase, word]) => ({ isWanted: !minus, words: spaced(phrase ?? word ?? '') }))
  return posts
    .filter(({ time }) => time >= since && time < until)
    .filter((post) => {
      const said = spaced(`${post.title ?? ''} ${post.text}`)
      return terms.every(({ isWanted, words }) => words.trim() === '' || said.includes(words) === isWanted)
    })
    .toSorted((a, b) => b.time - a.time)
}

/** Paragraphs one after another, with what HTML would read as its own escaped. */
export function toParagraphs(text: string): string[] {
  return text.split(/\n+/).map(escapeHtml)
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}

/** Lower case words without accents, with one space around each, so that `includes` compares whole words. */
function spaced(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return ` ${plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
}
