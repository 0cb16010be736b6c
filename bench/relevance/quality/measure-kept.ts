import { seeded } from '../measures.ts'
import { rounded, type Estimate } from './estimate.ts'

/** A post that a whole search kept for a signal, graded by reading; `rank` counts from 1, the best first. */
export interface KeptPost {
  signal: string
  rank: number
  grade: 0 | 1 | 2
}

/** How many of the posts that whole searches kept are leads, over all signals with any. */
export interface KeptQuality {
  /** The signals searched for, those for which nothing was kept among them. */
  signals: number
  posts: number
  /** Of all kept posts, and of the first ten of each signal. */
  all: Estimate
  ten: Estimate
}

const ROUNDS = 1_000
const SEED = 20_261_126
const FIRST = 10

/** Shares of grade 2, with intervals from a bootstrap over the signals that have any. Seeded, so it can be repeated. */
export function measureKept(kept: readonly KeptPost[], signals: number): KeptQuality {
  const own = [...Map.groupBy(kept, ({ signal }) => signal).values()]
  const share = (some: readonly (readonly KeptPost[])[], most: number): number => {
    const posts = some.flat().filter(({ rank }) => rank <= most)
    return posts.filter(({ grade }) => grade === 2).length / Math.max(1, posts.length)
  }
  const estimate = (most: number): Estimate => {
    const next = seeded(SEED)
    const drawn = Array.from({ length: ROUNDS }, () =>
      share(
        own.map(() => own[Math.floor(next() * own.length)] ?? []),
        most,
      ),
    ).sort((left, right) => left - right)
    const at = (of: number): number => rounded(drawn[Math.floor(ROUNDS * of)] ?? 0)
    return { value: rounded(share(own, most)), low: at(0.025), high: at(0.975) }
  }
  return { signals, posts: kept.length, all: estimate(Infinity), ten: estimate(FIRST) }
}
