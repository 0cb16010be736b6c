import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export interface Signal {
  id: string
  business: string
  intent_signal: string
  /** What the business is about, where the set says. */
  field?: string
}

export interface GradedPost {
  signal: string
  file: string
  id: string
  grade: 0 | 1 | 2
  start?: number
  end?: number
  /** Five letters for who, act, topic, limit and time: met, not met, `u`nsaid, or `-` where the signal has none. */
  conditions?: string
}

export interface LabelledPost {
  file: string
  id: string
  labels: string[]
  need: number
}

export interface Post {
  title: string | null
  text: string
  platform: string
  kind: string
}

/** Hand-graded signals of one folder. Throws if a file is missing. */
export function readGraded(folder: string): { signals: Signal[]; judgements: GradedPost[] } {
  const signals = JSON.parse(readFileSync(join(folder, 'signals.json'), 'utf8')) as Signal[]
  return { signals, judgements: readLines<GradedPost>(readFileSync(join(folder, 'judgements.jsonl'), 'utf8')) }
}

export function readLabels(file: string): LabelledPost[] {
  return readLines<LabelledPost>(readFileSync(file, 'utf8'))
}

export function hasGraded(folder: string, postsFolder: string): boolean {
  return (
    existsSync(join(folder, 'signals.json')) && existsSync(join(folder, 'judgements.jsonl')) && existsSync(postsFolder)
  )
}

/** The key of a post in a file. */
export function postKey(post: { file: string; id: string | number }): string {
  return `${post.file}/${post.id}`
}

/** The posts of the requested keys. A key without a post is an error, since measuring fewer would mislead. */
export function readPosts(folder: string, keys: ReadonlySet<string>): Map<string, Post> {
  const posts = new Map<string, Post>()
  for (const file of new Set([...keys].map((key) => key.slice(0, key.indexOf('/'))))) {
    for (const row of readPostFile(folder, file)) {
      const key = postKey({ file, id: row.id })
      if (keys.has(key)) posts.set(key, toPost(row))
    }
  }
  const missing = [...keys].find((key) => !posts.has(key))
  if (missing !== undefined) throw new Error(`The posts in ${folder} do not hold ${missing}.`)
  return posts
}

interface PostRow {
  id: string | number
  title?: string | null
  text?: string | null
  platform?: string
  kind?: string
  created_at?: string
}

export function readPostFile(folder: string, file: string): PostRow[] {
  const packed = join(folder, `${file}.jsonl.gz`)
  if (existsSync(packed)) return readLines<PostRow>(gunzipSync(readFileSync(packed)).toString('utf8'))
  return readLines<PostRow>(readFileSync(join(folder, `${file}.jsonl`), 'utf8'))
}

export function toPost(row: PostRow): Post {
  return { title: row.title ?? null, text: row.text ?? '', platform: row.platform ?? '', kind: row.kind ?? '' }
}

/** The data's lines are trusted to have the form that its README states. */
function readLines<T>(text: string): T[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
