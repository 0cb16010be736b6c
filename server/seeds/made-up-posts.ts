import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** What a source is full of: mostly nothing for us. */
const EVERYDAY = new URL('posts.jsonl', import.meta.url)
/** Written for the demo's story, by days before its start. */
const WRITTEN = new URL('written/posts.jsonl', import.meta.url)
const DAY_SECONDS = 86_400

/** Nothing may lie in the future of a clock that differs a little. */
const NEWEST_AGE_SECONDS = 60

const Post = z.object({
  platform: z.string(),
  kind: z.string(),
  id: z.string(),
  author: z.string(),
  title: z.string().nullable(),
  text: z.string(),
  points: z.int(),
  comments: z.int(),
  channel: z.string().optional(),
})
const EverydayPost = Post.extend({ created_at: z.iso.datetime(), url: z.url() })
const WrittenPost = Post.extend({ days_ago: z.number().positive() })

export interface MadeUpPost extends z.infer<typeof Post> {
  url: string
  /** When it was written, in Unix seconds. */
  time: number
}

/** The posts of the demo, moved in time so that the newest is a minute old at `now`: searches look at recent ones. */
export async function readMadeUpPosts(now: Date): Promise<MadeUpPost[]> {
  const start = Math.floor(now.getTime() / 1000) - NEWEST_AGE_SECONDS
  const everyday = (await readLines(EVERYDAY)).map((line) => EverydayPost.parse(line))
  const secondOf = ({ created_at: at }: z.infer<typeof EverydayPost>) => Date.parse(at) / 1000
  const newest = Math.max(...everyday.map(secondOf))
  const written = (await readLines(WRITTEN)).map((line) => WrittenPost.parse(line))
  return [
    ...everyday.map(({ created_at: at, ...post }) => ({
      ...post,
      // Reddit's search wants a key, so what was written there stands on Hacker News.
      platform: post.platform === 'reddit' ? 'hackernews' : post.platform,
      time: start - newest + Date.parse(at) / 1000,
    })),
    ...written.map(({ days_ago: days, ...post }) => ({
      ...post,
      url: `https://${post.platform}.example/${post.id}`,
      time: start - Math.floor(days * DAY_SECONDS),
    })),
  ]
}

async function readLines(file: URL): Promise<unknown[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line): unknown => JSON.parse(line))
}

/** All of one platform, newest first. */
export function newestOf(posts: readonly MadeUpPost[], platform: string): MadeUpPost[] {
  return posts.filter((post) => post.platform === platform).toSorted((a, b) => b.time - a.time)
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
