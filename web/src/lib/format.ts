const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

const credits = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const calendarDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** A number with separators and at most three decimals: "7,412", "0.25". */
export function formatNumber(value: number): string {
  return credits.format(value)
}

/** An amount in minor units, in the reader's notation: "$29.00", "€1,000.00", "¥500". */
export function formatMoney(minor: number, currency: string): string {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() })
  return money.format(minor / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2))
}

/** An amount in whole units: "€120,000", "¥500". */
export function formatWholeMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount)
}

/** A noun with its number: "1 lead", "12 leads". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** A short age for lists: "now", "5 min", "2 h", "3 d", and a date after a week. */
export function formatAge(instant: string, now: Date): string {
  const ageMs = now.getTime() - Date.parse(instant)
  if (ageMs < MINUTE_MS) return 'now'
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  if (ageMs < WEEK_MS) return `${Math.floor(ageMs / DAY_MS)} d`
  return formatDate(instant)
}

/** An age for sentences: "just now", "5 min ago", "21 Nov 2026". */
export function formatAgo(instant: string, now: Date): string {
  const age = formatAge(instant, now)
  if (age === 'now') return 'just now'
  return now.getTime() - Date.parse(instant) < WEEK_MS ? `${age} ago` : age
}

/** The day in the reader's time zone: "21 Nov 2026". */
export function formatDate(instant: string): string {
  return day.format(new Date(instant))
}

/** The days between two instants, both included: "20 Nov 2026", "1 Nov – 20 Nov 2026". */
export function formatDates(from: string, to: string): string {
  if (formatDate(from) === formatDate(to)) return formatDate(to)
  const isOneYear = new Date(from).getFullYear() === new Date(to).getFullYear()
  return `${isOneYear ? dayOfYear.format(new Date(from)) : formatDate(from)} – ${formatDate(to)}`
}

/** A calendar day such as `2026-11-21`, the same in every time zone: "21 Nov 2026". */
export function formatDay(date: string): string {
  return calendarDay.format(new Date(date))
}

/** Day and time in the reader's time zone: "21 Nov 2026, 11:04". */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant))
}

/** A time in the reader's time zone, with the day unless it is today: "14:05", "20 Nov, 14:05". */
export function formatTime(instant: string, now: Date): string {
  return formatDate(instant) === formatDate(now.toISOString())
    ? clock.format(new Date(instant))
    : dayAndTime(instant, now)
}

/** A time span that names a single day only once: "14:05–15:40", "20 Nov, 23:50 – 21 Nov, 00:10". */
export function formatSpan(from: string, to: string, now: Date): string {
  if (formatDate(from) === formatDate(to)) return `${formatTime(from, now)}–${clock.format(new Date(to))}`
  return `${dayAndTime(from, now)} – ${dayAndTime(to, now)}`
}

function dayAndTime(instant: string, now: Date): string {
  const at = new Date(instant)
  const date = at.getFullYear() === now.getFullYear() ? dayOfYear.format(at) : day.format(at)
  return `${date}, ${clock.format(at)}`
}

/** A website without the scheme and `www`: "netscope.example". */
export function formatWebsite(website: string): string {
  return website.replace(/^https?:\/\/(www\.)?/iu, '').replace(/\/$/u, '')
}

/** A share as a percentage: "82 %". Near 0 or 100 it never rounds to them. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 100 && share < 1) return '99 %'
  return percent === 0 && share > 0 ? '1 %' : `${percent} %`
}

/** A share with its interval: "82 % (71–90)". */
export function formatMeasured({ share, low, high }: { share: number; low: number; high: number }): string {
  return `${formatShare(share)} (${Math.round(low * 100)}–${Math.round(high * 100)})`
}
