import type { MailFrequency } from '@leadlight/domain/notifications'
import { expect, onTestFinished } from 'vitest'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import { buildSignal } from './lead-builder.ts'
import { startNotificationFixture, type Mailed } from './notification-fixture.ts'
import type { TestMember } from './test-organization.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAYS = 17
const LEADS = 60
const PEOPLE = 5
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
/** Clocks change in these weeks: back in Berlin and New York; forward in Berlin and New York. */
const STARTS = { autumn: '2026-10-20T00:00:30Z', spring: '2027-03-13T00:00:30Z' }

interface Chosen {
  frequency: Exclude<MailFrequency, 'off'>
  minimum_score: number | null
  intent_signals: string[]
  quiet_hours: { from: string; to: string } | null
  time_zone: string
  digest_hour: number
  digest_weekday: number
}

interface Found {
  id: string
  at: number
  score: number
  signalId: string
}

function choose(dice: Dice, signalIds: readonly string[]): Chosen {
  const clock = () => `${String(dice.below(24)).padStart(2, '0')}:${dice.pick(['00', '30'])}`
  const [from, to] = [clock(), clock()]
  return {
    frequency: dice.pick(['at_once', 'hourly', 'daily', 'weekly']),
    minimum_score: dice.pick([null, 50, 75]),
    intent_signals: dice.pick([[], [dice.pick(signalIds)]]),
    quiet_hours: from === to || dice.share() < 0.3 ? null : { from, to },
    time_zone: dice.pick(ZONES),
    digest_hour: dice.below(24),
    digest_weekday: dice.between(1, 7),
  }
}

/** The local date, time and weekday, as texts that sort by time. */
function clockOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const weekday = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'short' })
  return (at: number) => {
    const [date = '', time = ''] = format.format(at).split(' ')
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday.format(at)) + 1
    return { date, time, day }
  }
}

/**
 * When each mail is due and how many leads it has, found by watching the clock minute by minute. A mail is due at the
 * first minute of a wanted day whose local time is its hour or later, or, in quiet hours, at the first minute after
 * them.
 */
function expectedMails(chosen: Chosen, found: readonly Found[], from: number, to: number): [number, string[]][] {
  const show = clockOf(chosen.time_zone)
  const wanted = found.filter(
    ({ score, signalId }) =>
      score >= (chosen.minimum_score ?? 0) &&
      (chosen.intent_signals.length === 0 || chosen.intent_signals.includes(signalId)),
  )
  const isQuiet = (at: number) => {
    if (!chosen.quiet_hours) return false
    const { from: begin, to: end } = chosen.quiet_hours
    const { time } = show(at)
    return begin < end ? time >= begin && time < end : time >= begin || time < end
  }
  const hour = `${String(chosen.digest_hour).padStart(2, '0')}:00`
  const mails: [number, string[]][] = []
  let [waiting, isDue, last, ringingDate]: [string[], boolean, number, string] = [[], false, 0, '']
  const send = (at: number) => {
    if (!isDue || isQuiet(at)) return
    mails.push([at, waiting])
    ;[waiting, isDue, last] = [[], false, at]
  }
  let next = 0
  for (let minute = Math.ceil(from / MINUTE_MS) * MINUTE_MS; minute <= to; minute += MINUTE_MS) {
    const { date, time, day } = show(minute)
    // A day has that hour once, though clocks may show it twice.
    const isHour = time >= hour && ringingDate !== date
    if (isHour) ringingDate = date
    const notified =
      chosen.frequency === 'hourly'
        ? time.endsWith(':00')
        : chosen.frequency === 'daily'
          ? isHour
          : chosen.frequency === 'weekly' && isHour && day === chosen.digest_weekday
    if (notified && waiting.length > 0) isDue = true
    send(minute)
    for (let at = minute; at < minute + MINUTE_MS; at += 1000) {
      if (chosen.frequency === 'at_once') sendAtOnce(at)
      for (; wanted[next]?.at === at; next += 1) waiting.push(wanted[next]?.id ?? '')
      if (chosen.frequency === 'at_once') sendAtOnce(at)
    }
  }
  return mails

  function sendAtOnce(at: number): void {
    isDue = waiting.length > 0 && at >= last + 5 * MINUTE_MS
    send(at)
  }
}

function leadsIn(mail: Mailed): string[] {
  return (mail.blocks ?? []).flatMap(({ url }) => /posts\/(.+)$/.exec(url ?? '')?.[1] ?? [])
}

function totalOf({ subject }: Mailed): number {
  return subject.startsWith('New lead in') ? 1 : Number(/^\d+/.exec(subject)?.[0])
}

/** What somebody was sent beside what they should have been: when, with how many leads, and which. */
export interface Mailbox {
  chosen: Chosen
  came: (string | number)[][]
  due: (string | number)[][]
  shown: string[][]
  wanted: string[][]
}

/**
 * Lives through the weeks in which clocks change, with people whose settings come from the seed; resolves with what
 * each was sent, and what they should have been.
 */
export async function liveThroughDigests(season: keyof typeof STARTS, seed: string): Promise<Mailbox[]> {
  const fixture = await startNotificationFixture()
  onTestFinished(() => fixture.close())
  const dice = createDice(`digest-stream-${seed}`)
  const start = new Date(STARTS[season]).getTime()
  const site = await fixture.open()
  await site.choose(site.organization, { frequency: 'off' })
  const signalIds = [site.signalId, await buildSignal(fixture.app, site, 'people who ask for a lawyer')]
  await fixture.app.clock.set(new Date(start))
  const people: { who: TestMember; chosen: Chosen }[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const who = await site.organization.member('ADMIN')
    const chosen = choose(dice, signalIds)
    await site.choose(who, chosen)
    people.push({ who, chosen })
  }
  // At odd seconds, so that no lead comes at the very moment of a mail; some are close together, as in a search.
  const times = Array.from({ length: LEADS }, () => start + MINUTE_MS + dice.below(DAYS * DAY_MS - 8 * DAY_MS))
    .flatMap((at) => (dice.share() < 0.3 ? [at, at + 70_000] : [at]))
    .map((at) => Math.floor(at / 1000) * 1000)
    .toSorted((a, b) => a - b)
  const found: Found[] = []
  for (const at of times) {
    await fixture.passTo(new Date(at))
    const signalId = dice.pick(signalIds)
    const score = dice.between(30, 99)
    const [id] = await site.findOf(signalId, { score })
    found.push({ id: id!, at, score, signalId })
    await fixture.send()
  }
  const end = start + DAYS * DAY_MS
  await fixture.passTo(new Date(end))
  return people.map(({ who, chosen }) => {
    const mails = fixture.taken.filter(({ to }) => to === who.email)
    const due = expectedMails(chosen, found, start, end)
    return {
      chosen,
      came: mails.map((mail) => [mail.at.toISOString(), totalOf(mail)]),
      due: due.map(([at, ids]) => [new Date(at).toISOString(), ids.length]),
      shown: mails.map(leadsIn),
      wanted: due.map(([, ids]) => ids),
    }
  })
}

/** Expects every mail at the time it was due, with the right number of leads, and showing ten of them at most. */
export function expectInTime(people: readonly Mailbox[]): void {
  for (const { chosen, came, due, shown, wanted } of people) {
    expect({ chosen, mails: came }).toEqual({ chosen, mails: due })
    for (const [n, leads] of shown.entries()) {
      const ids = wanted[n] ?? []
      expect(leads).toHaveLength(Math.min(ids.length, 10))
      expect(ids).toEqual(expect.arrayContaining(leads))
    }
  }
}
