import type { Embedder } from '../embedding/embedder.ts'
import { termWeight } from '../language/bm25.ts'
import { carriedWeight, weightOf } from './carried-weight.ts'
import { gistOf, gistOfAll, nearnessOf, productFor, productOf } from './gist.ts'
import { createNameFilter } from '../names/judge-names.ts'
import { postText } from '../language/post-text.ts'
import type { Plan } from '../plan/plan.ts'
import type { WordPlan } from './word-plan.ts'
import { avoidance, isKeptOut, readWordRules, type SecondName } from '../plan/word-rules.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { readTerms } from '../language/words.ts'

/**
 * Low on purpose, since what is lost here is lost for good: of the graded posts that have a signal's intent 99.6 %
 * pass, of posts drawn at random 4 %.
 */
export const RANK_MIN = 0.35
const WORDS_SHARE = 0.5
/** Of posts that hold watched names none is likelier than another. */
export const NAMED_RANK = 1
/** A post says early what it is about: reading further finds no more posts and takes four times as long. */
const CHARACTERS_EMBEDDED = 300
/** Words weigh in whole numbers, so that sums are the same in any order. */
const WEIGHT_STEPS = 1_000

export interface Prefiltered {
  passed: boolean
  /** From about 0 to 1.5: how many of the subject's words the post holds, and how near its meaning is. */
  rank: number
}

export type Prefilter = (text: string, vector: Float32Array | undefined) => Prefiltered

/**
 * The cheap first check for one plan. A post goes on to be judged when it shares the subject's words, or comes near in
 * meaning to what a matching author would say, or some of both, unless it has excluded words. The reverse index gives
 * the same answers for many plans at once.
 */
export async function createPrefilter(embedder: Embedder, plan: Plan): Promise<Prefilter> {
  if (plan.watched !== undefined) {
    const holds = createNameFilter(plan.watched)
    return (text) => (holds(text) ? { passed: true, rank: NAMED_RANK } : { passed: false, rank: 0 })
  }
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

/** The part of a post's text that is embedded for the prefilter. */
export function embeddedText(post: { title: string | null; text: string }): string {
  return postText(post).slice(0, CHARACTERS_EMBEDDED)
}

/** The sentences a matching author would say, which a post's meaning is compared with; none where names are watched. */
export function voicesOf(plan: Plan): string[] {
  return plan.watched === undefined ? [plan.voice, plan.signal, plan.subject] : []
}

/**
 * The word plan of a subject: any of its terms, each weighed by its rarity. A post that uses a second name carries what
 * the first name means.
 */
export function wordsOfSubject(subject: readonly string[], secondNames: readonly SecondName[] = []): WordPlan {
  const groups = [...new Set(subject)].map((term) => ({
    anyTerm: [term],
    anyOf: secondNames.filter(({ means }) => means.includes(term)).map(({ phrase }) => phrase),
    weight: Math.max(1, Math.round(WEIGHT_STEPS * termWeight(wordStatistics, term))),
  }))
  return { groups, needed: 1 }
}

/** The verdict on a post from its share of the subject's words and its nearness in meaning. */
export function weigh(words: number, meaning: number): Prefiltered {
  const rank = WORDS_SHARE * words + Math.max(0, meaning)
  return { passed: rank >= RANK_MIN, rank }
}

/** A lower bound on the gist product: no post below it passes `weigh`, and a few above it do not either. */
export function leastProduct(words: number): number {
  const missing = RANK_MIN - WORDS_SHARE * words
  return missing <= 0 ? -0x8000_0000 : productFor(missing) - 1
}
