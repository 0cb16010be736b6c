export const DAY_MS = 24 * 60 * 60_000
/** This week, and those before it that it is compared with. */
export const THEME_WEEKS = 4
export const THEME_DAYS = 7 * THEME_WEEKS

/** How many of these instants lie in each of the weeks that end at `until`, the oldest week first. */
export function countByWeek(instants: readonly Date[], until: Date): number[] {
  const counts = Array.from({ length: THEME_WEEKS }, () => 0)
  for (const instant of instants) {
    const ago = Math.floor((until.getTime() - instant.getTime()) / (7 * DAY_MS))
    const week = THEME_WEEKS - 1 - Math.max(0, ago)
    if (week >= 0) counts[week] = (counts[week] ?? 0) + 1
  }
  return counts
}
