import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findNameSpans } from '@leadlight/domain/watched-names/match-names'
import { parseNames } from '@leadlight/domain/watched-names/parse-names'
import { STANCES, type Stance } from '@leadlight/domain/watched-names/stances'
import { postText } from '@leadlight/engine/language/post-text'
import { readStance } from '@leadlight/engine/names/stance'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import { postKey, readPosts } from '../relevance/read-data.ts'
import { drawStancePosts } from './stance-draw.ts'

const SHARED_DATA = new URL('../../../shared/data', import.meta.url).pathname
const LABELS = new URL('stance-labels.jsonl', import.meta.url)
const DRAWS = 2_000

interface Label {
  /** The sets in the order in which they were read. The last one was read after the last change of the rules. */
  set: string
  /** 0 where it was drawn from all posts, otherwise which list of words is near the name. */
  near: number
  file: string
  id: string
  names: string
  stance: Stance
  /** The words that show it, as offsets into the post's text. */
  start?: number
  end?: number
}

interface Read {
  label: Label
  told: Stance
  /** Whether the words that are shown touch those that the reader chose; undefined where either shows none. */
  overlaps: boolean | undefined
}

/** How well stances are told, by posts that somebody has read. `--draw` prints posts to read, and grades nothing. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { draw: { type: 'string' }, set: { type: 'string' } } })
  const labels = readFileSync(LABELS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Label)
  if (!existsSync(`${SHARED_DATA}/posts`)) throw new Error(`There are no posts in ${SHARED_DATA}.`)
  if (values.draw !== undefined) {
    const known = new Set(labels.map(postKey))
    for (const post of drawStancePosts(SHARED_DATA, values.draw, known)) console.log(JSON.stringify(post))
    return
  }
  const posts = readPosts(`${SHARED_DATA}/posts`, new Set(labels.map(postKey)))
  const sets = [...new Set(labels.map(({ set }) => set))].filter((set) => set === (values.set ?? set))
  for (const set of sets) {
    const own = labels.filter((label) => label.set === set)
    report(
      set,
      own.map((label) => read(label, posts.get(postKey(label)))),
    )
  }
}

function read(label: Label, post: { title: string | null; text: string } | undefined): Read {
  const { root } = parseNames(label.names)
  if (!root || !post) throw new Error(`A label without its post: ${postKey(label)}`)
  const found = readStance(post, findNameSpans(root, postText(post)))
  const { start, end } = label
  const isBoth = found !== undefined && start !== undefined && end !== undefined && found.stance === label.stance
  return {
    label,
    told: found?.stance ?? 'mentions',
    overlaps: isBoth ? found.start < end && start < found.end : undefined,
  }
}

function report(set: string, reads: readonly Read[]): void {
  const shown = reads.flatMap(({ overlaps }) => (overlaps === undefined ? [] : [overlaps]))
  const random = reads.filter(({ label }) => label.near === 0)
  const right = random.filter(({ label, told }) => label.stance === told).length
  console.log(`Set ${set}: ${reads.length} posts`)
  console.table(STANCES.map((stance) => ({ stance, ...figuresOf(reads, stance) })))
  console.log(
    `macro F1 ${macro(reads).toFixed(3)} (${interval(reads)
      .map((value) => value.toFixed(3))
      .join(
        '–',
      )}), right ${right} of ${random.length} drawn from all, words ${shown.filter(Boolean).length} of ${shown.length}`,
  )
}

function figuresOf(reads: readonly Read[], stance: Stance) {
  const [graded, told, both] = counts(reads, stance)
  return {
    graded,
    told,
    precision: told === 0 ? '–' : (both / told).toFixed(2),
    recall: graded === 0 ? '–' : (both / graded).toFixed(2),
    F1: f1(reads, stance).toFixed(2),
  }
}

function counts(reads: readonly Read[], stance: Stance): [graded: number, told: number, both: number] {
  const graded = reads.filter(({ label }) => label.stance === stance)
  return [
    graded.length,
    reads.filter(({ told }) => told === stance).length,
    graded.filter(({ told }) => told === stance).length,
  ]
}

function f1(reads: readonly Read[], stance: Stance): number {
  const [graded, told, both] = counts(reads, stance)
  return graded + told === 0 ? 1 : (2 * both) / (graded + told)
}

function macro(reads: readonly Read[]): number {
  return STANCES.reduce((sum, stance) => sum + f1(reads, stance), 0) / STANCES.length
}

/** The middle 95 % over posts drawn with replacement. */
function interval(reads: readonly Read[]): [number, number] {
  const dice: Dice = createDice('stance interval')
  const drawn = Array.from({ length: DRAWS }, () => macro(reads.map(() => dice.pick(reads)))).toSorted((a, b) => a - b)
  return [drawn[Math.floor(DRAWS * 0.025)] ?? 0, drawn[Math.floor(DRAWS * 0.975)] ?? 0]
}
