/** What a wall clock somewhere shows. */
export interface WallTime {
  year: number
  /** From 1. */
  month: number
  day: number
  hour: number
  minute: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** More than there are time zones. Each can be written in thousands of ways, since case does not matter. */
const FORMATS_MAX = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether it is the name of a time zone (IANA), such as Europe/Berlin. An offset such as +02:00 is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** What clocks in a time zone show at an instant, to the minute. */
export function wallTimeAt(timeZone: string, instant: Date): WallTime {
  const parts = formatOf(timeZone).formatToParts(instant)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return { year: read('year'), month: read('month'), day: read('day'), hour: read('hour'), minute: read('minute') }
}

/**
 * When clocks in a time zone show this, earliest first: once; twice if they are turned back over it; and the moment of
 * the change if they skip it. Days and hours beyond their end carry over.
 */
export function instantsOf(timeZone: string, wall: WallTime): Date[] {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const offsetBefore = offsetMsAt(timeZone, asUtc - DAY_MS)
  const offsetAfter = offsetMsAt(timeZone, asUtc + DAY_MS)
  const times = [...new Set([asUtc - offsetBefore, asUtc - offsetAfter])].toSorted((a, b) => a - b)
  const shown = times.filter((time) => time + offsetMsAt(timeZone, time) === asUtc)
  const isLeftOut = shown.length === 0
  return (isLeftOut ? [turnBetween(timeZone, asUtc - offsetAfter, asUtc - offsetBefore)] : shown).map(
    (time) => new Date(time),
  )
}

/** When, to the minute, clocks change between two instants with one change between them. */
function turnBetween(timeZone: string, before: number, after: number): number {
  const offset = offsetMsAt(timeZone, after)
  let [from, to] = [before, after]
  while (to - from > MINUTE_MS) {
    const middle = from + Math.floor((to - from) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetMsAt(timeZone, middle) === offset) to = middle
    else from = middle
  }
  return to
}

/** From 1 for Monday to 7 for Sunday. */
export function weekdayOf({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
}

function offsetMsAt(timeZone: string, time: number): number {
  const { year, month, day, hour, minute } = wallTimeAt(timeZone, new Date(time))
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / MINUTE_MS) * MINUTE_MS
}

/** Making one takes longer than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone)
  if (made) return made
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en', { ...numeric, timeZone, hourCycle: 'h23', calendar: 'gregory' })
  if (formats.size >= FORMATS_MAX) formats.clear()
  formats.set(timeZone, format)
  return format
}
