export const PERIODS = ['today', '7d', '30d', '90d'] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_WORDS: Record<Period, string> = {
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

const DAYS: Record<Period, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

export function readPeriod(name: string | null): Period | null {
  return PERIODS.find((period) => period === name) ?? null
}

/** The first moment of a period that ends today, as an ISO instant: midnight in the reader's time zone. */
export function periodStart(period: Period, now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS[period] + 1).toISOString()
}

/** An instant an address carries, in its one spelling; null where it is none. */
function readInstant(value: string | null): string | null {
  if (!value || !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value)) return null
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}

/** The same of an address that may name a day alone: all of it is meant, in the reader's time zone. */
export function readEdge(value: string | null, end: 'start' | 'end'): string | null {
  return value && /^\d{4}-\d{2}-\d{2}$/u.test(value) ? instantOfDay(value, end) : readInstant(value)
}

/** The instant a day begins, or ends, in the reader's time zone; null for what is no day. */
export function instantOfDay(day: string, end: 'start' | 'end'): string | null {
  const instant = new Date(`${day}T${end === 'start' ? '00:00:00' : '23:59:59.999'}`)
  if (Number.isNaN(instant.getTime())) return null
  // JavaScript takes the 31st of February for the third of March.
  return dayOfInstant(instant.toISOString()) === day ? instant.toISOString() : null
}

/** The day an instant lies in, in the reader's time zone: "2026-11-21". */
export function dayOfInstant(instant: string): string {
  const at = new Date(instant)
  const parts = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(at.getFullYear()).padStart(4, '0'), ...parts].join('-')
}
