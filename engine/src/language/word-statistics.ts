import { readFileSync } from 'node:fs'
import { UNSEEN_POSTS, type CorpusStatistics } from './bm25.ts'
import { isStopTerm } from './words.ts'

/**
 * Word counts of some 75,000 public posts, made by `bench/relevance/count-words.ts`; our own file, so its shape is
 * trusted.
 */
export const wordStatistics = JSON.parse(
  readFileSync(new URL('../weights/word-statistics.json', import.meta.url), 'utf8'),
) as CorpusStatistics

/** In about how many of those posts a term is found: words without a count are everywhere or rare. */
export function postsHolding(term: string): number {
  if (isStopTerm(term)) return wordStatistics.posts
  return Object.hasOwn(wordStatistics.counts, term) ? (wordStatistics.counts[term] ?? UNSEEN_POSTS) : UNSEEN_POSTS
}
