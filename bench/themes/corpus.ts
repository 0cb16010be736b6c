import { createHash } from 'node:crypto'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import { postText } from '@leadlight/engine/language/post-text'
import { createCachedEmbedder } from '../funnel/cached-embedder.ts'
import { readPostFile } from '../relevance/read-data.ts'

const EMBEDDED_AT_ONCE = 256
const FILES = ['github_issues', 'hackernews_stories', 'reddit_posts', 'stackexchange_posts', 'twitter_posts']

/** Communities about one thing each. What was said there is a theme that is known beforehand. */
const PLANTED = new Map([
  ['r/SuggestALaptop', 'which laptop to buy'],
  ['r/buildapcforme', 'building a PC'],
  ['r/Accounting', 'accounting'],
  ['r/personalfinance', 'own money'],
  ['r/Bitcoin', 'bitcoin'],
  ['r/design_critiques', 'critiques of designs'],
  ['r/excel', 'Excel'],
  ['r/SQL', 'SQL'],
  ['r/Wordpress', 'WordPress'],
  ['r/SEO', 'search engines'],
  ['r/windows8', 'Windows 8'],
  ['r/MachineLearning', 'machine learning'],
  ['r/datasets', 'data sets'],
  ['r/networking', 'networks'],
  ['r/learnpython', 'learning Python'],
  ['r/gamedev', 'making games'],
  ['react-hook-form/react-hook-form', 'React Hook Form'],
  ['hashicorp/terraform', 'Terraform'],
  ['opencv/opencv', 'OpenCV'],
  ['tensorflow/tensorflow', 'TensorFlow'],
  ['microsoft/vscode', 'VS Code'],
  ['mattlewis92/angular-calendar', 'a calendar for Angular'],
  ['coffee', 'coffee'],
  ['airlines', 'airlines'],
])
export interface BenchPost {
  id: string
  /** Title and text. */
  text: string
  /** The theme that it was planted with; null where it belongs to none that is known. */
  planted: string | null
  /** Of Hacker News, where people write about everything. */
  isStory: boolean
  vector: Float32Array
}

interface Row {
  id: string | number
  title?: string | null
  text?: string | null
  channel?: string | null
}

/** So many posts of the folder, drawn by the hash of their id, always the same ones. */
export function drawPosts(folder: string, count: number): Omit<BenchPost, 'vector'>[] {
  return FILES.flatMap((file) =>
    (readPostFile(folder, file) as unknown as Row[]).map((row) => ({
      id: `${file}/${row.id}`,
      text: postText({ title: row.title ?? null, text: row.text ?? '' }).replaceAll('\0', ''),
      planted: PLANTED.get(channelOf(file, row)) ?? null,
      isStory: file === 'hackernews_stories',
      order: createHash('sha256').update(`${file}/${row.id}`).digest('hex'),
    })),
  )
    .filter(({ text }) => text.trim().length >= 20)
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ id, text, planted, isStory }) => ({ id, text, planted, isStory }))
}

function channelOf(file: string, row: Row): string {
  if (file === 'stackexchange_posts') return 'coffee'
  return file === 'twitter_posts' ? 'airlines' : (row.channel ?? '')
}

/** The same with their vectors, which are kept in a file where one is named. */
export async function readCorpus(folder: string, count: number, vectorsFile: string | undefined): Promise<BenchPost[]> {
  const posts = drawPosts(folder, count)
  const local = createLocalEmbedder()
  const embedder = vectorsFile === undefined ? local : await createCachedEmbedder(local, vectorsFile)
  const read: BenchPost[] = []
  for (let from = 0; from < posts.length; from += EMBEDDED_AT_ONCE) {
    const some = posts.slice(from, from + EMBEDDED_AT_ONCE)
    const vectors = await embedder.embed(some.map(({ text }) => embeddedText({ title: null, text })))
    read.push(...some.flatMap((post, at) => (vectors[at] ? [{ ...post, vector: vectors[at] }] : [])))
  }
  await embedder.close()
  return read
}
