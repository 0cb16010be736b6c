import { PREVIEW_QUESTIONS_MAX } from '@leadlight/domain/signals'

/**
 * The ranks that a preview asks about, the best being the first. Close together where most fit, and reaching down to
 * where the signal's limit may lie.
 */
const ASKED_RANKS: ReadonlySet<number> = new Set([1, 2, 3, 5, 7, 10, 14, 19])

/** Those of what was judged, best first, that a preview asks about: at most eight, filled up with the best others. */
export function pickAsked<Judged>(ranked: readonly Judged[]): Judged[] {
  const ranks = ranked.map((_, index) => index + 1)
  const others = ranks.filter((rank) => !ASKED_RANKS.has(rank))
  const asked = [...ranks.filter((rank) => ASKED_RANKS.has(rank)), ...others].slice(0, PREVIEW_QUESTIONS_MAX)
  return ranked.filter((_, index) => asked.includes(index + 1))
}
