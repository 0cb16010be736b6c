import { instantsOf, wallTimeAt, weekdayOf, type WallTime } from './wall-clock.ts'

/** How often somebody is mailed the new leads of a project. */
export const MAIL_FREQUENCIES = ['off', 'at_once', 'hourly', 'daily', 'weekly'] as const
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number]

export interface QuietHours {
  /** A wall-clock time such as 22:00, from which nothing is mailed. */
  from: string
  /** The end; on the next day unless it is later than `from`. */
  to: string
}

export interface MailTimes {
  frequency: MailFrequency
  time_zone: string
  /** For daily and weekly mails. */
  digest_hour: number
  /** For weekly mails; from 1 for Monday to 7 for Sunday. */
  digest_weekday: number
  quiet_hours: QuietHours | null
}

export const MAIL_TIMES_DEFAULT: MailTimes = {
  frequency: 'off',
  time_zone: 'UTC',
  digest_hour: 8,
  digest_weekday: 1,
  quiet_hours: null,
}

/** The most leads in one mail, best first. It only counts the others. */
export const LEADS_PER_MAIL_MAX = 10

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The least time between mails sent at once, so that a search that finds forty leads is not forty mails. */
const AT_ONCE_APART_MS = 5 * MINUTE_MS
const DAYS_LOOKED_AHEAD = 8

/**
 * When something found `now` is mailed; null if mails are off. Hours, days and weeks are those of the time zone. Mails
 * due in quiet hours come when those end.
 */
export function nextMailAt(times: MailTimes, now: Date, lastMailAt: Date | null): Date | null {
  const due = dueWithoutQuiet(times, now, lastMailAt)
  return due && afterQuietHours(times, due)
}

/** The instant itself, or the end of the quiet hours it falls into. */
export function afterQuietHours({ quiet_hours: quiet, time_zone: zone }: MailTimes, instant: Date): Date {
  if (!quiet || quiet.from === quiet.to) return instant
  const wall = wallTimeAt(zone, instant)
  const [from, to, at] = [minutesOf(quiet.from), minutesOf(quiet.to), wall.hour * 60 + wall.minute]
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to
  if (!isQuiet) return instant
  const endsOn = to <= at ? 1 : 0
  const end = { ...wall, day: wall.day + endsOn, hour: 0, minute: to }
  return laterThan(instant, instantsOf(zone, end)) ?? new Date(instant.getTime() + (to - at) * MINUTE_MS)
}

function dueWithoutQuiet(times: MailTimes, now: Date, lastMailAt: Date | null): Date | null {
  const { frequency, time_zone: zone, digest_hour: hour } = times
  switch (frequency) {
    case 'off':
      return null
    case 'at_once':
      return new Date(Math.max(now.getTime(), (lastMailAt?.getTime() ?? 0) + AT_ONCE_APART_MS))
    case 'hourly':
      return nextFullHour(zone, now)
    case 'daily':
      return nextDay(zone, now, hour, () => true)
    case 'weekly':
      break
  }
  return nextDay(zone, now, hour, (day) => weekdayOf(day) === times.digest_weekday)
}

/** Some clocks change by half an hour, so an hour after a full one need not be full. */
function nextFullHour(zone: string, now: Date): Date {
  const { minute } = wallTimeAt(zone, now)
  const started = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(started - minute * MINUTE_MS + HOUR_MS)
}

/** The first wanted day whose hour is still to come. If clocks show that hour twice, the first counts. */
function nextDay(zone: string, now: Date, hour: number, isWanted: (day: WallTime) => boolean): Date {
  const today = wallTimeAt(zone, now)
  for (let ahead = 0; ahead <= DAYS_LOOKED_AHEAD; ahead += 1) {
    const day = dayAfter(today, ahead)
    const [at] = isWanted(day) ? instantsOf(zone, { ...day, hour, minute: 0 }) : []
    if (at && at > now) return at
  }
  throw new Error(`No day within ${DAYS_LOOKED_AHEAD} has an hour ${hour} in ${zone}.`)
}

function dayAfter(wall: WallTime, days: number): WallTime {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days))
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function laterThan(instant: Date, candidates: readonly Date[]): Date | undefined {
  return candidates.find((candidate) => candidate > instant)
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** The waits between tries to send a mail: some three days in all. */
const MAIL_WAITS_MS = [1, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 18 * 60, 24 * 60].map(
  (minutes) => minutes * MINUTE_MS,
)

/** The wait in milliseconds after the `tries`-th failed try to send a mail; null after the last. */
export function waitBeforeNextMailTry(tries: number): number | null {
  return MAIL_WAITS_MS[tries - 1] ?? null
}

/** How long sent mails are remembered. */
export const MAILS_KEPT_DAYS = 90
