/** The longest time that figures are asked for at once. */
export const INSIGHT_DAYS_MAX = 366

export const INSIGHT_FIGURES = ['leads', 'quality', 'coverage', 'answers', 'credits'] as const
export type InsightFigure = (typeof INSIGHT_FIGURES)[number]

const HOUR_MS = 3_600_000

/** The steps in which the time to a first answer is told: within so long. What took longer is a step of its own. */
export const ANSWER_STEPS = [
  { within: '1 hour', ms: HOUR_MS },
  { within: '4 hours', ms: 4 * HOUR_MS },
  { within: '1 day', ms: 24 * HOUR_MS },
  { within: '3 days', ms: 72 * HOUR_MS },
  { within: '1 week', ms: 168 * HOUR_MS },
] as const

/** What each step is called: "within 1 hour", "1 hour to 4 hours", and "later" for the one that has no end. */
export function nameAnswerSteps(steps: readonly { within: string | null }[]): string[] {
  return steps.map(({ within }, step) => {
    const before = steps[step - 1]?.within
    if (within === null) return 'later'
    return before ? `${before} to ${within}` : `within ${within}`
  })
}

export interface Span {
  from: number
  to: number
}

/** The spans in order, those that overlap or touch made one; empty ones go. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (to <= from) continue
    const before = joined.at(-1)
    if (before && from <= before.to) before.to = Math.max(before.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** How long the spans are together, time that lies in several counted once. */
export function lengthOf(spans: readonly Span[]): number {
  return joinSpans(spans).reduce((sum, { from, to }) => sum + to - from, 0)
}
