import { isBitSet, setBit } from './bits.ts'
import { longer } from './number-blocks.ts'
import { createPairNumbers } from './pair-numbers.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** A term's number that no text has; every post counts as holding it. */
export const EVERYWHERE = 0

/** With each word more a phrase is in so many times fewer posts, about. Only where plans hang depends on it. */
const PHRASE_RARITY = 10
const TERMS_AT_FIRST = 1_024

/**
 * The words and phrases that plans ask for, by number. A phrase is a term like any other: its first two words make one, this and the
 * third word the next, and so on to its end. So a post's phrases are found in going through its words once, and whoever
 * asks for one asks for a number.
 */
export interface PlanTerms {
  /** The words among them; phrases have numbers of theirs between. */
  readonly vocabulary: Vocabulary
  /** The number of a reading of one word or more. */
  add(reading: readonly string[]): number
  /** In how many posts a term is found, about. */
  frequencyOf(term: number): number
  /** Whether a phrase begins with this term. */
  opens(term: number): boolean
  /** The phrase that a term and the word behind it make, or -1. */
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
