import { seeded, type Interval, type Verdict } from '../relevance/measures.ts'

type Ranked = Pick<Verdict, 'signal' | 'grade' | 'score'>

/**
 * The largest share of the posts of grade 2 that can be kept with this precision, all signals together and one limit
 * for all. Ties count against the scorer.
 */
export function recallAtPrecision(verdicts: readonly Ranked[], precision: number): number {
  const ranked = [...verdicts].sort((left, right) => right.score - left.score || left.grade - right.grade)
  let hits = 0
  let most = 0
  ranked.forEach(({ grade }, rank) => {
    if (grade === 2) hits++
    if (hits >= precision * (rank + 1)) most = hits
  })
  return hits === 0 ? 0 : most / hits
}

/**
 * What `after` gains over `before` in recall at this precision, with its 95 % interval: a paired bootstrap, which draws
 * signals and takes each with both its verdicts.
 */
export function gainInRecall(
  before: readonly Ranked[],
  after: readonly Ranked[],
  { precision, rounds = 2_000 }: { precision: number; rounds?: number },
): Interval {
  const next = seeded(20_261_126)
  const [without, withThem] = [before, after].map((verdicts) => Map.groupBy(verdicts, ({ signal }) => signal))
  const signals = [...(without?.keys() ?? [])]
  const drawn = Array.from({ length: rounds }, () => {
    const names = signals.map(() => signals[Math.floor(next() * signals.length)] ?? '')
    const of = (from: typeof without) =>
      recallAtPrecision(
        names.flatMap((name) => from?.get(name) ?? []),
        precision,
      )
    return of(withThem) - of(without)
  }).sort((left, right) => left - right)
  return {
    mean: recallAtPrecision(after, precision) - recallAtPrecision(before, precision),
    low: drawn[Math.floor(rounds * 0.025)] ?? 0,
    high: drawn[Math.floor(rounds * 0.975)] ?? 0,
  }
}
