import { formatDate, formatDates } from '../format.ts'

/** A span of time: a relative period, or ISO instants, both ends included. */
export interface Dates {
  period: Period | null
  from: string | null
  to: string | null
}

export const PERIODS = ['today', '7d', '30d', '90d'] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_WORDS: Record<Period, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

/** A span of time in words; null if nothing is set. */
export function datesInWords({ period, from, to }: Dates): string | null {
  if (period !== null) return PERIOD_WORDS[period]
  if (from !== null && to !== null) return formatDates(from, to)
  if (from !== null) return `From ${formatDate(from)}`
  return to === null ? null : `To ${formatDate(to)}`
}

const DAYS: Record<Period, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

export function readPeriod(name: string | null): Period | null {
  return PERIODS.find((period) => period === name) ?? null
}

/** The start of a period that ends today, as an ISO instant: midnight in the reader's time zone. */
export function periodStart(period: Period, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS[period] + 1).toISOString()
}

/** The whole day before, in the reader's time zone. */
export function dayBefore(now: Date): { from: string; to: string } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return {
    from: new Date(year, month, day - 1).toISOString(),
    to: new Date(new Date(year, month, day).getTime() - 1).toISOString(),
  }
}

/** An instant from the URL in canonical form; null if it is invalid. */
function readInstant(value: string | null): string | null {
  if (!value || !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value)) return null
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}

/** The same, but the URL may name a day: its start or end in the reader's time zone. */
export function readEdge(value: string | null, end: 'start' | 'end'): string | null {
  return value && /^\d{4}-\d{2}-\d{2}$/u.test(value) ? instantOfDay(value, end) : readInstant(value)
}

/** The instant a day starts or ends in the reader's time zone; null if the day is invalid. */
export function instantOfDay(day: string, end: 'start' | 'end'): string | null {
  const instant = new Date(`${day}T${end === 'start' ? '00:00:00' : '23:59:59.999'}`)
  if (Number.isNaN(instant.getTime())) return null
  const iso = instant.toISOString()
  // JavaScript takes the 31st of February for the 3rd of March, and the last day of 9999 may end in the next year.
  return dayOfInstant(iso) === day && /^\d/u.test(iso) ? iso : null
}

/** An instant's day in the reader's time zone: "2026-11-21". */
export function dayOfInstant(instant: string): string {
  const at = new Date(instant)
  const parts = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(at.getFullYear()).padStart(4, '0'), ...parts].join('-')
}
