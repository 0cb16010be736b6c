import { dayAfter, dayIn, daysBetween } from '@leadlight/domain/days'
import { isTimeZone } from '@leadlight/domain/wall-clock'
import { INSIGHT_DAYS_MAX } from '@leadlight/domain/insights'

export const SPANS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'own', label: 'Days of your own' },
] as const
export type SpanName = (typeof SPANS)[number]['value']

/** The days of a request. */
export interface RequestedDays {
  from: string
  to: string
  time_zone: string
}

export interface Range {
  span: SpanName
  requested: RequestedDays
}

/** The days in the URL: the last so many including today, or from one to another; the last 30 if it names none. */
export function readRange(address: URLSearchParams, now: Date, timeZone = ownTimeZone()): Range {
  const today = dayIn(timeZone, now)
  const last = (days: number) => ({ from: dayAfter(today, 1 - days), to: today, time_zone: timeZone })
  const [from, to] = [address.get('from'), address.get('to')]
  if (from !== null && to !== null && problemOf(from, to) === null) {
    return { span: 'own', requested: { from, to, time_zone: timeZone } }
  }
  const span = SPANS.find(({ value }) => value === address.get('days') && value !== 'own')?.value ?? '30'
  return { span, requested: last(Number(span)) }
}

/** Why the days are invalid; null if they are valid. */
export function problemOf(from: string, to: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose both days.'
  const days = daysBetween(from, to).length
  if (days === 0) return 'The last day comes before the first.'
  return days > INSIGHT_DAYS_MAX ? `At most ${INSIGHT_DAYS_MAX} days are shown at once.` : null
}

function isDay(text: string): boolean {
  // JavaScript takes the 31st of February for the 3rd of March.
  return /^20\d\d-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text
}

function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
