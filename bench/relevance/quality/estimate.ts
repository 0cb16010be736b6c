import { measure, seeded, type Figures, type Verdict } from '../measures.ts'

/** A figure with its 95 % interval. */
export interface Estimate {
  value: number
  low: number
  high: number
}

const ROUNDS = 1_000
const SEED = 20_261_126

/** All figures, each with its interval from a bootstrap over signals. Seeded, so it can be repeated. */
export function estimateFigures(verdicts: readonly Verdict[]): Record<keyof Figures, Estimate> {
  const signals = [...Map.groupBy(verdicts, ({ signal }) => signal).values()]
  const next = seeded(SEED)
  const drawn = Array.from({ length: ROUNDS }, () => measure(drawSignals(signals, next)))
  const estimates = Object.entries(measure(verdicts)).map(([name, value]: [string, number]) => {
    // Entries of figures have the names of figures.
    const values = drawn.map((figures) => figures[name as keyof Figures]).sort((left, right) => left - right)
    const at = (share: number) => rounded(values[Math.floor(ROUNDS * share)] ?? 0)
    return [name, { value: rounded(value), low: at(0.025), high: at(0.975) }]
  })
  // The same names, each with an estimate.
  return Object.fromEntries(estimates) as Record<keyof Figures, Estimate>
}

/** As many signals, drawn with replacement. One drawn twice counts as two. */
function drawSignals(signals: readonly (readonly Verdict[])[], next: () => number): Verdict[] {
  return signals.flatMap((_, index) => {
    const drawn = signals[Math.floor(next() * signals.length)] ?? []
    return drawn.map((verdict) => ({ ...verdict, signal: String(index) }))
  })
}

export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
