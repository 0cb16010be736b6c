const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** No clock is further from UTC than this. */
const OFFSET_MAX_MS = 15 * HOUR_MS

/** Whether the name is a time zone's, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The days from one to the other, both among them, as `2026-11-02`; none where the second comes first. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.floor((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAfter(first, index))
}

/** The day so many days after another; before it where the number is negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Which day it is in the time zone, as `2026-11-02`. */
export function dayIn(timeZone: string, instant: Date): string {
  return dayTeller(timeZone)(instant.getTime())
}

/**
 * When each of the days begins in the time zone, and, last, when the day after them does: one more than there are days. A day
 * is 23 or 25 hours long where clocks change, begins at 01:00 where they skip midnight, and is empty where they skip it whole.
 */
export function dayStarts(timeZone: string, days: readonly string[]): Date[] {
  const tell = dayTeller(timeZone)
  const last = days.at(-1)
  return last === undefined ? [] : [...days, dayAfter(last, 1)].map((day) => new Date(startOf(day, tell)))
}

/** The first millisecond at which it is that day or later. */
function startOf(day: string, tell: (at: number) => string): number {
  const midnight = Date.parse(day)
  let before = midnight - OFFSET_MAX_MS
  let reached = midnight + OFFSET_MAX_MS
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (tell(middle) < day) before = middle
    else reached = middle
  }
  return reached
}

function dayTeller(timeZone: string): (at: number) => string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => {
    const named = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
    return `${named['year']}-${named['month']}-${named['day']}`
  }
}
