/** The longest period for figures in one request. */
export const INSIGHT_DAYS_MAX = 366

export const INSIGHT_FIGURES = ['leads', 'quality', 'coverage', 'answers', 'credits', 'names'] as const
export type InsightFigure = (typeof INSIGHT_FIGURES)[number]

const HOUR_MS = 3_600_000

/** The steps of the time to a first answer: within this long. Longer times are a step of their own. */
export const ANSWER_STEPS = [
  { within: '1 hour', ms: HOUR_MS },
  { within: '4 hours', ms: 4 * HOUR_MS },
  { within: '1 day', ms: 24 * HOUR_MS },
  { within: '3 days', ms: 72 * HOUR_MS },
  { within: '1 week', ms: 168 * HOUR_MS },
] as const

/** The name of each step: "within 1 hour", "1 hour to 4 hours", and "later" for the one without an end. */
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

/** The spans in order, with those that overlap or touch merged, and empty ones dropped. */
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

/** The total length of the spans. Time in several counts once. */
export function lengthOf(spans: readonly Span[]): number {
  return joinSpans(spans).reduce((sum, { from, to }) => sum + to - from, 0)
}
