import { existsSync, readdirSync } from 'node:fs'
import { postText } from '@leadlight/engine/language/post-text'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { readPostFile, toPost } from '../relevance/read-data.ts'
import { createChance, createDraw } from './chance.ts'

const SHARED_POSTS = new URL('../../../shared/data/posts', import.meta.url).pathname
const MADE_UP_POSTS = 20_000
/**
 * As in real posts, half of the text is words that the statistics leave out, and lengths spread widely around 75 words.
 */
const PLAIN_WORDS =
  'the a to and of i in it is for that you on with this my have be are but not we as at or so can'.split(' ')
const PLAIN_SHARE = 0.45
const TAIL_SHARE = 0.04
const MARKS = ['', '', '', '', '', '', '', ',', '.', '.', '?', ' -', ':', '!', ')']

export interface Corpus {
  name: string
  texts: string[]
}

/**
 * Posts to match, in one order in every run: real ones if there are any, otherwise made-up ones of natural word
 * frequency.
 */
export function loadCorpus(wanted: string | undefined): Corpus {
  const isReal = wanted === undefined ? existsSync(SHARED_POSTS) : wanted === 'real'
  return isReal ? { name: 'real posts', texts: realPosts() } : { name: 'made-up posts', texts: madeUpPosts() }
}

function realPosts(): string[] {
  const texts = readdirSync(SHARED_POSTS)
    .toSorted()
    .flatMap((name) => readPostFile(SHARED_POSTS, name.replace(/\.jsonl(\.gz)?$/, '')))
    .map((row) => postText(toPost(row)))
  return shuffle(texts)
}

function shuffle<T>(items: T[]): T[] {
  const chance = createChance(1)
  for (let at = items.length - 1; at > 0; at--) {
    const other = chance.below(at + 1)
    const [one, two] = [items[at], items[other]]
    if (one !== undefined && two !== undefined) [items[at], items[other]] = [two, one]
  }
  return items
}

function madeUpPosts(): string[] {
  const chance = createChance(2)
  const words = Object.keys(wordStatistics.counts)
  const draw = createDraw(Object.values(wordStatistics.counts), chance)
  const word = () => {
    if (chance.share() < PLAIN_SHARE) return PLAIN_WORDS[chance.below(PLAIN_WORDS.length)] ?? 'the'
    if (chance.share() < TAIL_SHARE) return `${words[draw()] ?? ''}-${words[draw()] ?? ''}`
    return words[draw()] ?? ''
  }
  return Array.from({ length: MADE_UP_POSTS }, () => {
    const length = Math.ceil(25 * Math.exp(1.5 * normal(chance.share(), chance.share())))
    const said = Array.from(
      { length: Math.min(length, 1_500) },
      () => word() + (MARKS[chance.below(MARKS.length)] ?? ''),
    )
    return said.join(' ').replace(/^./, (first) => first.toUpperCase())
  })
}

function normal(one: number, two: number): number {
  return Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * two)
}
