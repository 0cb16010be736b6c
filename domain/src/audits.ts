/**
 * The kinds of posts that a signal passes over, by how near they came. Near ones are likelier to be wanted; far ones
 * are more. Those not worth judging are the furthest.
 */
export const AUDIT_STRATA = ['near', 'middle', 'far'] as const
export type AuditStratum = (typeof AUDIT_STRATA)[number]

/** The scores, of 100, from which a passed-over post counts as near or middle. */
export const NEAR_FROM = 10
export const MIDDLE_FROM = 3

/** How many of each kind are drawn a week. Most are far ones, where most misses go unseen. */
export const DRAWN_A_WEEK: Readonly<Record<AuditStratum, number>> = { near: 4, middle: 3, far: 8 }

/** The answers of these weeks count; wordings and sources change. */
export const AUDIT_WEEKS = 12

export const AUDIT_ANSWERS = ['yes', 'no', 'skip'] as const
export type AuditAnswer = (typeof AUDIT_ANSWERS)[number]

/** The Monday of the week, UTC, as `2026-11-02`. */
export function weekOf(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  const monday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday))
  return monday.toISOString().slice(0, 10)
}

/** The first Monday of the weeks that count, up to and including that of `now`. */
export function auditedSince(now: Date): string {
  return weekOf(new Date(now.getTime() - (AUDIT_WEEKS - 1) * 7 * 86_400_000))
}
