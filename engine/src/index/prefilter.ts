import type { Embedder } from '../embedding/embedder.ts'
import { termWeight } from '../language/bm25.ts'
import { carriedWeight, weightOf } from './carried-weight.ts'
import { gistOf, gistOfAll, nearnessOf, productFor, productOf } from './gist.ts'
import { postText } from '../language/post-text.ts'
import type { Plan } from '../plan/plan.ts'
import type { WordPlan } from './word-plan.ts'
import { avoidance, isKeptOut, readWordRules, type SecondName } from '../plan/word-rules.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { readTerms } from '../language/words.ts'

/**
 * Low on purpose, since what is lost here is lost for good: of the graded posts that have a signal's intent 99.6 % pass,
 * of posts drawn at random 4 %.
 */
export const RANK_MIN = 0.35
const WORDS_SHARE = 0.5
/** A post says early what it is about: reading on finds no more posts and takes four times as long. */
const CHARACTERS_EMBEDDED = 300
/** Words weigh in whole numbers, so that sums of them are the same in any order. */
const WEIGHT_STEPS = 1_000

export interface Prefiltered {
  passed: boolean
  /** From about 0 to 1.5: how much of the subject's words the post holds, and how near its meaning is. */
  rank: number
}

export type Prefilter = (text: string, vector: Float32Array | undefined) => Prefiltered

/**
 * Makes the cheap first look for one plan: a post goes on to be judged when it shares the subject's words, or means
 * something near to what a matching author would say, or some of both, unless words in it are excluded. The reverse index says
 * the same of many plans at once.
 */
export async function createPrefilter(embedder: Embedder, plan: Plan): Promise<Prefilter> {
  const voices = voicesOf(plan)
  const made = await embedder.embed([...voices, ...plan.avoids])
  const gist = gistOfAll(made.slice(0, voices.length))
  const rules = readWordRules(plan, made.slice(voices.length))
  const words = wordsOfSubject(readTerms(plan.subject), rules.secondNames)
  const total = weightOf(words.groups)
  return (text, vector) => {
    const share = total === 0 ? 0 : carriedWeight(words, text) / total
    const { passed, rank } = weigh(share, vector ? nearnessOf(productOf(gist, gistOf(vector))) : 0)
    if (!passed) return { passed, rank }
    return { passed: !isKeptOut(rules.excluded, text), rank: rank - avoidance(rules.avoids, vector) }
  }
}

/** As much of a post's text as is embedded for the prefilter. */
export function embeddedText(post: { title: string | null; text: string }): string {
  return postText(post).slice(0, CHARACTERS_EMBEDDED)
}

/** What a matching author would say, in the ways that a post's meaning is compared with. */
export function voicesOf(plan: Plan): string[] {
  return [plan.voice, plan.signal, plan.subject]
}

/**
 * The word plan of a subject's terms: any of them, each with the weight of its rarity. A post that uses a second name carries what
 * the first one means.
 */
export function wordsOfSubject(subject: readonly string[], secondNames: readonly SecondName[] = []): WordPlan {
  const groups = [...new Set(subject)].map((term) => ({
    anyTerm: [term],
    anyOf: secondNames.filter(({ means }) => means.includes(term)).map(({ phrase }) => phrase),
    weight: Math.max(1, Math.round(WEIGHT_STEPS * termWeight(wordStatistics, term))),
  }))
  return { groups, needed: 1 }
}

/** The verdict on a post by the share of the subject's words it holds and its nearness in meaning. */
export function weigh(words: number, meaning: number): Prefiltered {
  const rank = WORDS_SHARE * words + Math.max(0, meaning)
  return { passed: rank >= RANK_MIN, rank }
}

/** No post whose gist's product is less passes, whatever `weigh` makes of it; and a few more do than pass. */
export function leastProduct(words: number): number {
  const missing = RANK_MIN - WORDS_SHARE * words
  return missing <= 0 ? -0x8000_0000 : productFor(missing) - 1
}
