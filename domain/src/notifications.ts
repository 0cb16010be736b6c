import { instantsOf, wallTimeAt, weekdayOf, type WallTime } from './wall-clock.ts'

/** How often somebody is mailed the new leads of a project. */
export const MAIL_FREQUENCIES = ['off', 'at_once', 'hourly', 'daily', 'weekly'] as const
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number]

export interface QuietHours {
  /** As clocks show it, such as 22:00. From then on nothing is mailed. */
  from: string
  /** Until then; on the next day where it is not later than `from`. */
  to: string
}

export interface MailTimes {
  frequency: MailFrequency
  time_zone: string
  /** Of daily and weekly mails. */
  digest_hour: number
  /** Of weekly mails; from 1 for Monday to 7 for Sunday. */
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

/** So many leads are told in one mail, best first; of the others it says how many there are. */
export const LEADS_PER_MAIL_MAX = 10

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Mails sent at once are so far apart at least, so that a search that finds forty leads is not forty mails. */
const AT_ONCE_APART_MS = 5 * MINUTE_MS
const DAYS_LOOKED_AHEAD = 8

/**
 * When what was found `now` is mailed; null where mails are off. Hours, days and weeks are those of the time zone's clocks.
 * What falls into quiet hours comes when they end.
 */
export function nextMailAt(times: MailTimes, now: Date, lastMailAt: Date | null): Date | null {
  const due = dueWithoutQuiet(times, now, lastMailAt)
  return due && afterQuietHours(times, due)
}

/** The instant itself, or the end of the quiet hours that it falls into. */
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

/** Clocks are turned by half an hour in places, so an hour from the last full one need not be full. */
function nextFullHour(zone: string, now: Date): Date {
  const { minute } = wallTimeAt(zone, now)
  const started = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(started - minute * MINUTE_MS + HOUR_MS)
}

/** The first wanted day whose hour is yet to come. Where clocks show that hour twice, the first time counts. */
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

/** From one try to send a mail to the next: some three days in all. */
const MAIL_WAITS_MS = [1, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 18 * 60, 24 * 60].map(
  (minutes) => minutes * MINUTE_MS,
)

/** How long to wait after the `tries`-th try to send a mail has failed, in milliseconds; null when that was the last. */
export function waitBeforeNextMailTry(tries: number): number | null {
  return MAIL_WAITS_MS[tries - 1] ?? null
}

/** How long what was mailed is remembered. */
export const MAILS_KEPT_DAYS = 90
