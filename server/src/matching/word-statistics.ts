import { readFileSync } from 'node:fs'
import type { CorpusStatistics } from './bm25.ts'

/** Word counts of some 75,000 public posts, made by `bench/relevance/count-words.ts`; our own file, so trusted as to shape. */
export const wordStatistics = JSON.parse(
  readFileSync(new URL('./weights/word-statistics.json', import.meta.url), 'utf8'),
) as CorpusStatistics
