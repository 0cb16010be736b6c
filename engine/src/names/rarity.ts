import type { NameTerm } from '@leadlight/domain/watched-names/name-term'
import { postsHolding } from '../language/word-statistics.ts'
import { stem } from '../language/words.ts'

/** Between words that no statistics know, the longer one is taken to be rarer. */
const PER_CHARACTER = 1e-6

/** The word of a term that the fewest posts have. */
export function rarestWord({ words }: NameTerm): string {
  return words.reduce((rarest, word) => (rarity(word) > rarity(rarest) ? word : rarest))
}

/** The higher, the fewer posts have the term. */
export function rarityOf(term: NameTerm): number {
  return rarity(rarestWord(term))
}

function rarity(word: string): number {
  return 1 / (1 + postsHolding(stem(word))) + PER_CHARACTER * word.length
}
