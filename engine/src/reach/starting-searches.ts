import { termWeight } from '../language/bm25.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import { fold, stem } from '../language/words.ts'
import { asksForWords, searchableWords } from './search-text.ts'

const SEARCHES_MAX = 8

/**
 * The searches that a plan begins with, the most telling first: its names whole, and the single words of its topics. A
 * platform wants every word of a search in the post, so one telling word finds most; who writes and why is for the
 * judge.
 */
export function startingSearches({
  topics,
  names,
  signal,
}: {
  topics: readonly string[]
  names: readonly string[]
  signal: string
}): string[] {
  const named = names.map((name) => (name.includes(' ') ? `"${name}"` : fold(name))).filter(asksForWords)
  const own = (text: string) => searchableWords(names.reduce((left, name) => left.replaceAll(name, ' '), text))
  const told = topics.flatMap(own)
  const words = named.length + told.length > 0 ? told : own(signal)
  const byWeight = [...new Set(words)].toSorted((a, b) => tellingWeight(b) - tellingWeight(a))
  return [...new Set([...named, ...byWeight])].slice(0, SEARCHES_MAX)
}

/** How telling a word is: the rarer in posts at large, the higher, from 0 to about 10. */
export function tellingWeight(word: string): number {
  return termWeight(wordStatistics, stem(fold(word)))
}
