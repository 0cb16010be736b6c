import { logOddsOf } from '@leadlight/domain/scoring'
import { adjustmentOf, fitAdjustment, type Label } from '@leadlight/server/finding/learning/adjustment'
import { pickAsked } from '@leadlight/server/finding/learning/pick-asked'
import { seeded, type Verdict } from '../relevance/measures.ts'

/** A graded post under its signal, as a judge that has not seen the business judges it. */
export interface JudgedPair {
  signal: string
  grade: number
  probability: number
  threshold: number
  vector: Float32Array
}

/**
 * `drawn`: at random. `triaged`: half from the twenty best, as a list shows them, half from the rest, as an audit does.
 * `asked`: the eight that a preview asks about, whatever number is given.
 */
export type Manner = 'drawn' | 'triaged' | 'asked'

const BEST_SHOWN = 20

export interface Simulated {
  before: Verdict[]
  after: Verdict[]
}

/** Labels some posts of each signal by their grades, and judges the others with and without what that teaches. */
export function simulate(
  pairs: readonly JudgedPair[],
  { labels, manner, seed }: { labels: number; manner: Manner; seed: number },
): Simulated {
  const random = seeded(seed)
  const simulated: Simulated = { before: [], after: [] }
  for (const own of Map.groupBy(pairs, ({ signal }) => signal).values()) {
    const said = new Set(choose(own, labels, manner, random))
    const adjustment = fitAdjustment([...said].map(toLabel))
    for (const pair of own.filter((each) => !said.has(each))) {
      const added = adjustment ? adjustmentOf(adjustment, pair.vector) : 0
      simulated.before.push(verdictOf(pair, 0))
      simulated.after.push(verdictOf(pair, added))
    }
  }
  return simulated
}

function choose(own: readonly JudgedPair[], labels: number, manner: Manner, random: () => number): JudgedPair[] {
  if (manner === 'drawn') return shuffle(own, random).slice(0, labels)
  const ranked = own.toSorted((left, right) => right.probability - left.probability)
  if (manner === 'asked') return pickAsked(ranked)
  const best = ranked.slice(0, BEST_SHOWN)
  const triaged = shuffle(best, random).slice(0, Math.ceil(labels / 2))
  const rest = own.filter((pair) => !triaged.includes(pair))
  return [...triaged, ...shuffle(rest, random).slice(0, labels - triaged.length)]
}

function toLabel({ probability, vector, grade }: JudgedPair): Label {
  return { base: logOddsOf(probability), vector, fits: grade === 2 }
}

function verdictOf({ signal, grade, probability, threshold }: JudgedPair, added: number): Verdict {
  const score = logOddsOf(probability) + added
  const moved = 1 / (1 + Math.exp(-score))
  return { signal, grade, score, probability: moved, keep: moved >= threshold }
}

function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const shuffled = [...values]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const here = shuffled[at] as T
    shuffled[at] = shuffled[other] as T
    shuffled[other] = here
  }
  return shuffled
}
