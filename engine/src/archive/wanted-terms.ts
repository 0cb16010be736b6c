import { SATURATION, lengthNorm, termWeight } from '../language/bm25.ts'
import { wordStatistics } from '../language/word-statistics.ts'
import type { ArchiveBlock } from './archive-block.ts'
import { COUNT_MAX, hashTerm } from './term-entries.ts'

const MARK_BITS = 16

/** Scores rows by the words of one request: BM25, as `bm25` has it, with counts cut at 15. */
export class WantedTerms {
  /** By the upper bits of a hash, whether any wanted term begins so: nearly all entries end here. */
  readonly #marks = new Uint8Array(2 ** MARK_BITS)
  readonly #hashes: Int32Array
  readonly #weights: Float64Array

  constructor(terms: readonly string[]) {
    const distinct = [...new Set(terms)]
    this.#hashes = Int32Array.from(distinct, hashTerm)
    this.#weights = Float64Array.from(distinct, (term) => termWeight(wordStatistics, term) * (SATURATION + 1))
    for (const hash of this.#hashes) this.#marks[hash >>> MARK_BITS] = 1
  }

  get isEmpty(): boolean {
    return this.#hashes.length === 0
  }

  /** The row's score; 0 where it has none of the terms. */
  score(block: ArchiveBlock, at: number): number {
    const { entries, starts, lengths, totals } = block
    const marks = this.#marks
    const start = starts[at] ?? 0
    const end = start + (lengths[at] ?? 0)
    let score = 0
    for (let place = start; place < end; place++) {
      const entry = entries[place] ?? 0
      if (marks[entry >>> MARK_BITS] === 1) score += this.#weigh(entry, totals[at] ?? 0)
    }
    // Rounded, so that the same words score the same in whichever order they stand.
    return Math.fround(score)
  }

  #weigh(entry: number, total: number): number {
    const found = this.#hashes.indexOf(entry & ~COUNT_MAX)
    if (found < 0) return 0
    const count = entry & COUNT_MAX
    return ((this.#weights[found] ?? 0) * count) / (count + lengthNorm(wordStatistics, total))
  }
}
