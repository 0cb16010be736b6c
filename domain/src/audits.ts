/**
 * The kinds of posts that a signal passes over, by how near they came: the nearer, the likelier one was wanted; the further,
 * the more there are. Those not worth judging are as far as can be.
 */
export const AUDIT_STRATA = ['near', 'middle', 'far'] as const
export type AuditStratum = (typeof AUDIT_STRATA)[number]

/** From which score on, of 100, a post that was passed over counts as near or middle. */
export const NEAR_FROM = 10
export const MIDDLE_FROM = 3

/** How many of each kind are drawn a week. Of the far ones most: there the most are missed unseen. */
export const DRAWN_A_WEEK: Readonly<Record<AuditStratum, number>> = { near: 4, middle: 3, far: 8 }

/** What was looked at in these weeks counts; wordings and sources change. */
export const AUDIT_WEEKS = 12

export const AUDIT_ANSWERS = ['yes', 'no', 'skip'] as const
export type AuditAnswer = (typeof AUDIT_ANSWERS)[number]

/** The Monday of the week, UTC, as `2026-11-02`. */
export function weekOf(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  const monday = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysSinceMonday))
  return monday.toISOString().slice(0, 10)
}

/** The Monday from which on weeks count, that of `now` included. */
export function auditedSince(now: Date): string {
  return weekOf(new Date(now.getTime() - (AUDIT_WEEKS - 1) * 7 * 86_400_000))
}
