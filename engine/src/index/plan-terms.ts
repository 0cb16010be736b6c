import { isBitSet, setBit } from './bits.ts'
import { longer } from './number-blocks.ts'
import { createPairNumbers } from './pair-numbers.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** The number of a term that no text has; every post counts as holding it. */
export const EVERYWHERE = 0

/** Each further word makes a phrase about so many times rarer. It only affects which terms plans are listed under. */
const PHRASE_RARITY = 10
const TERMS_AT_FIRST = 1_024

/**
 * Words and phrases of plans, by number. A phrase is a term too: its first two words make one, this and the third word
 * the next, and so on. So one pass over a post's words finds its phrases, and each is a single number.
 */
export interface PlanTerms {
  /** The words among them; phrases take some of the numbers in between. */
  readonly vocabulary: Vocabulary
  /** The number of a reading of one word or more. */
  add(reading: readonly string[]): number
  /** In about how many posts a term is found. */
  frequencyOf(term: number): number
  /** Whether a phrase begins with this term. */
  opens(term: number): boolean
  /** The phrase that a term and the next word make, or -1. */
  goOn(term: number, next: number): number
}

export function createPlanTerms(frequencyOf: (term: string) => number): PlanTerms {
  const vocabulary = createVocabulary()
  const pairs = createPairNumbers()
  const frequencies = [0]
  let opening = new Int32Array(TERMS_AT_FIRST / 32)
  // The first number is EVERYWHERE.
  vocabulary.addNameless()

  function addWord(word: string): number {
    const term = vocabulary.add(word)
    frequencies[term] ??= frequencyOf(word)
    return term
  }

  function addPair(first: number, next: number): number {
    const known = pairs.find(first, next)
    if (known >= 0) return known
    const term = vocabulary.addNameless()
    pairs.add(first, next, term)
    frequencies[term] = Math.min(frequencies[first] ?? 0, frequencies[next] ?? 0) / PHRASE_RARITY
    if (first >= 32 * opening.length) opening = longer(opening, 2 * Math.ceil(vocabulary.size / 32))
    setBit(opening, first)
    return term
  }

  return {
    vocabulary,
    add: ([first = '', ...others]) => others.map(addWord).reduce(addPair, addWord(first)),
    frequencyOf: (term) => frequencies[term] ?? 0,
    opens: (term) => isBitSet(opening, term),
    goOn: (term, next) => pairs.find(term, next),
  }
}
