import type { Embedder } from '../ai/embedder.ts'
import { cosine, packVector, unpackVector } from '../ai/vector-bytes.ts'
import { countTerms, coverage, type TermCounts } from './bm25.ts'
import type { Plan } from './plan.ts'
import { avoidance, inFirstNames, isKeptOut, readWordRules } from './word-rules.ts'
import { wordStatistics } from './word-statistics.ts'
import { readTerms } from './words.ts'

/**
 * Low on purpose, since what is lost here is lost for good: of the graded posts that have a signal's intent 99.3 % pass,
 * of posts drawn at random 3.5 %.
 */
export const RANK_MIN = 0.34
const CHARACTERS_READ_MAX = 12_000

export interface Prefiltered {
  passed: boolean
  /** From about 0 to 2: how much of the subject's words the post holds, and how near its meaning is. */
  rank: number
}

export type Prefilter = (text: string, vector: Float32Array | undefined) => Prefiltered

/**
 * Makes the cheap first look for one plan: a post goes on to be judged when it shares the subject's words, or means
 * something near to what a matching author would say, or some of both, unless words in it are excluded. Costs
 * microseconds a post.
 */
export async function createPrefilter(embedder: Embedder, plan: Plan): Promise<Prefilter> {
  const texts = voicesOf(plan)
  const made = await embedder.embed([...texts, ...plan.avoids])
  // As exact as a post's vector is kept, so that the reverse index, which holds them packed, says the same.
  const voices = made.slice(0, texts.length).map((voice) => unpackVector(packVector(voice)))
  const rules = readWordRules(plan, made.slice(texts.length))
  const subject = readTerms(plan.subject)
  return (text, vector) => {
    const terms = prefilteredTerms(text)
    const words = coverage(wordStatistics, subject, inFirstNames(terms, rules.secondNames))
    const meaning = vector ? Math.max(...voices.map((voice) => cosine(voice, vector))) : 0
    const { passed, rank } = weigh(words, meaning)
    if (!passed) return { passed, rank }
    return { passed: !isKeptOut(rules.excluded, text, terms), rank: rank - avoidance(rules.avoids, vector) }
  }
}

/** What a matching author would say, in the ways that a post's meaning is compared with. */
export function voicesOf(plan: Plan): string[] {
  return [plan.voice, plan.signal, plan.subject]
}

/** The words of a post that the prefilter looks at. */
export function prefilteredTerms(text: string): TermCounts {
  return countTerms(readTerms(text.slice(0, CHARACTERS_READ_MAX)))
}

/** The verdict on a post by the share of the subject's words it holds and its nearness in meaning. */
export function weigh(words: number, meaning: number): Prefiltered {
  const rank = 0.5 * words + Math.max(0, meaning)
  return { passed: rank >= RANK_MIN, rank }
}
