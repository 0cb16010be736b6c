import { wallTimeAt } from './wall-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The furthest that a clock may be from UTC. */
const OFFSET_MAX_MS = 15 * HOUR_MS

/** The days from the first to the last, both included, as `2026-11-02`; none if the second comes first. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.floor((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAfter(first, index))
}

/** The day this many days after another, or before it if the number is negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The day in the time zone at an instant, as `2026-11-02`. */
export function dayIn(timeZone: string, instant: Date): string {
  const { year, month, day } = wallTimeAt(timeZone, instant)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

/**
 * When each day begins in the time zone, and last when the following day does: one more than there are days. A day is
 * 23 or 25 hours long if clocks change, begins at 01:00 if they skip midnight, and is empty if they skip it whole.
 */
export function dayStarts(timeZone: string, days: readonly string[]): Date[] {
  const last = days.at(-1)
  return last === undefined ? [] : [...days, dayAfter(last, 1)].map((day) => new Date(startOf(day, timeZone)))
}

/** The first millisecond of that day, or of the next if it is skipped. */
function startOf(day: string, timeZone: string): number {
  const midnight = Date.parse(day)
  let before = midnight - OFFSET_MAX_MS
  let reached = midnight + OFFSET_MAX_MS
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (dayIn(timeZone, new Date(middle)) < day) before = middle
    else reached = middle
  }
  return reached
}

function padded(part: number, digits: number): string {
  return String(part).padStart(digits, '0')
}
