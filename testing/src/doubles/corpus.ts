import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'

const Line = z.object({
  platform: z.string(),
  kind: z.string(),
  id: z.string(),
  author: z.string().nullish(),
  created_at: z.iso.datetime({ offset: true }),
  title: z.string().nullish(),
  text: z.string(),
  url: z.string(),
  link: z.string().nullish(),
  points: z.number().nullish(),
  comments: z.number().nullish(),
  channel: z.string().nullish(),
  labels: z.array(z.string()).nullish(),
})

export interface CorpusPost {
  platform: string
  kind: string
  id: string
  /** Made up where the corpus has no author, and named so that it shows. */
  author: string
  createdAt: Date
  /** When the platform first lists it, where that is later. */
  listedAt?: Date
  title: string | null
  text: string
  url: string
  link: string | null
  points: number
  comments: number
  /** Such as `r/smallbusiness`, or the name of a site. */
  channel: string | null
  labels: string[]
}

/** The project's own small, made-up posts: the demo's. */
export const OWN_POSTS = fileURLToPath(new URL('../../../server/seeds', import.meta.url))

/** The newest posts are this old, so that none lies in the future of a slightly different clock. */
const NEWEST_AGE_MS = 60_000

/**
 * Every post of the `.jsonl` and `.jsonl.gz` files of a folder. Each file's dates are shifted together, so that its
 * newest post is a minute old at `now`: the posts are old, and monitoring only reads recent ones.
 */
export async function loadCorpus({ folder = OWN_POSTS, now }: { folder?: string; now: Date }): Promise<CorpusPost[]> {
  const names = (await readdir(folder)).filter((name) => /\.jsonl(\.gz)?$/.test(name)).sort()
  if (names.length === 0) throw new Error(`${folder} holds no .jsonl or .jsonl.gz file`)
  const files = await Promise.all(names.map((name) => readPosts(join(folder, name))))
  return files.flatMap((posts) => moveTo(posts, now))
}

async function readPosts(path: string): Promise<CorpusPost[]> {
  const bytes = await readFile(path)
  const text = (path.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8')
  // Not readline, which also ends lines at U+2028, a character that JSON may contain.
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${path}, line ${index + 1}`)]))
}

function readLine(line: string, where: string): CorpusPost {
  const parsed = Line.safeParse(JSON.parse(line))
  if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}`)
  const { created_at: createdAt, author, ...post } = parsed.data
  return {
    ...post,
    author: author ?? madeUpName(post.id),
    createdAt: new Date(createdAt),
    title: post.title ?? null,
    link: post.link ?? null,
    points: post.points ?? 1,
    comments: post.comments ?? 0,
    channel: post.channel ?? null,
    labels: post.labels ?? [],
  }
}

function moveTo(posts: CorpusPost[], now: Date): CorpusPost[] {
  const newest = Math.max(...posts.map(({ createdAt }) => createdAt.getTime()))
  const byMs = Math.floor((now.getTime() - NEWEST_AGE_MS - newest) / 1000) * 1000
  return posts.map((post) => ({ ...post, createdAt: new Date(post.createdAt.getTime() + byMs) }))
}

const FIRST =
  'amber brisk calm deft early fair grand humble iron jolly keen lucid mellow noble olive plain quiet rapid sober tidy'.split(
    ' ',
  )
const LAST =
  'badger comet dune ember falcon grove harbor inlet juniper kettle lantern meadow nimbus otter pebble quarry raven summit thicket willow'.split(
    ' ',
  )

/** The same for the same id, and shared by a few posts, as with real authors. */
export function madeUpName(id: string): string {
  let hash = 7
  for (const char of id) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003
  return `made_up_${FIRST[hash % FIRST.length]}_${LAST[Math.floor(hash / 20) % LAST.length]}_${Math.floor(hash / 400) % 40}`
}
