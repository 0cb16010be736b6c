import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterQuietHours,
  MAIL_FREQUENCIES,
  MAIL_TIMES_DEFAULT,
  nextMailAt,
  waitBeforeNextMailTry,
  type MailTimes,
} from './notifications.ts'
import { instantsOf, isTimeZone, wallTimeAt, weekdayOf } from './wall-clock.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland']
const BERLIN: MailTimes = { ...MAIL_TIMES_DEFAULT, time_zone: 'Europe/Berlin', frequency: 'daily' }

function next(times: Partial<MailTimes>, now: string, last: string | null = null): string | undefined {
  return nextMailAt({ ...BERLIN, ...times }, new Date(now), last === null ? null : new Date(last))?.toISOString()
}

test.each([
  ['off', { frequency: 'off' }, '2026-11-02T09:00:00Z', undefined],
  ['at once', { frequency: 'at_once' }, '2026-11-02T09:00:30Z', '2026-11-02T09:00:30.000Z'],
  ['the next full hour', { frequency: 'hourly' }, '2026-11-02T09:00:00Z', '2026-11-02T10:00:00.000Z'],
  [
    'the full hour of clocks half an hour off',
    { frequency: 'hourly', time_zone: 'Asia/Kolkata' },
    '2026-11-02T09:10:00Z',
    '2026-11-02T09:30:00.000Z',
  ],
  ['the hour of the same day', {}, '2026-11-02T06:59:59Z', '2026-11-02T07:00:00.000Z'],
  ['the hour of the next day', {}, '2026-11-02T07:00:00Z', '2026-11-03T07:00:00.000Z'],
  ['eight in summer is an hour earlier in UTC', {}, '2026-10-24T07:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['the last day of summer time', {}, '2026-10-23T07:00:00Z', '2026-10-24T06:00:00.000Z'],
  [
    'an hour that clocks show twice, the first time',
    { digest_hour: 2 },
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:00:00.000Z',
  ],
  ['and not the second time again', { digest_hour: 2 }, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
  ['an hour that clocks leave out', { digest_hour: 2 }, '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['the weekday', { frequency: 'weekly', digest_weekday: 5 }, '2026-11-02T09:00:00Z', '2026-11-06T07:00:00.000Z'],
  [
    'a week later once it is past',
    { frequency: 'weekly', digest_weekday: 1 },
    '2026-11-02T07:00:00Z',
    '2026-11-09T07:00:00.000Z',
  ],
  [
    'a weekday that is tomorrow over there',
    { frequency: 'weekly', digest_weekday: 2, time_zone: 'Pacific/Auckland' },
    '2026-11-02T09:00:00Z',
    '2026-11-02T19:00:00.000Z',
  ],
] as const)('mails come %s', (_, times, now, expected) => {
  expect(next(times, now)).toBe(expected)
})

test('mails sent at once are five minutes apart', () => {
  const times = { frequency: 'at_once' } as const
  expect(next(times, '2026-11-02T09:01:00Z', '2026-11-02T09:00:00Z')).toBe('2026-11-02T09:05:00.000Z')
  expect(next(times, '2026-11-02T10:00:00Z', '2026-11-02T09:00:00Z')).toBe('2026-11-02T10:00:00.000Z')
})

describe('quiet hours', () => {
  const quiet = (from: string, to: string, now: string) =>
    afterQuietHours({ ...BERLIN, quiet_hours: { from, to } }, new Date(now)).toISOString()
  test.each([
    ['over midnight, before it', '22:00', '07:00', '2026-11-02T22:30:00Z', '2026-11-03T06:00:00.000Z'],
    ['over midnight, after it', '22:00', '07:00', '2026-11-03T05:59:00Z', '2026-11-03T06:00:00.000Z'],
    ['their end is no part of them', '22:00', '07:00', '2026-11-03T06:00:00Z', '2026-11-03T06:00:00.000Z'],
    ['their beginning is', '22:00', '07:00', '2026-11-02T21:00:00Z', '2026-11-03T06:00:00.000Z'],
    ['within a day', '12:00', '13:30', '2026-11-02T11:10:00Z', '2026-11-02T12:30:00.000Z'],
    ['none where both are one', '12:00', '12:00', '2026-11-02T11:00:00Z', '2026-11-02T11:00:00.000Z'],
    ['a night an hour longer', '22:00', '07:00', '2026-10-24T20:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['a night an hour shorter', '22:00', '07:00', '2026-03-28T21:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['ending in the hour that is left out', '22:00', '02:30', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00.000Z'],
    [
      'ending in the hour that comes twice, the second time',
      '02:00',
      '02:30',
      '2026-10-25T01:10:00Z',
      '2026-10-25T01:30:00.000Z',
    ],
  ])('%s', (...row) => {
    const [, from, to, now, expected] = row
    expect(quiet(from, to, now)).toBe(expected)
  })
})

test('a mail never comes before its lead or in quiet hours, and comes within eight days and a night, whatever is chosen', () => {
  const clock = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
    const two = (value: number) => String(value).padStart(2, '0')
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  })
  const times = fc.record({
    frequency: fc.constantFrom(...MAIL_FREQUENCIES.filter((frequency) => frequency !== 'off')),
    time_zone: fc.constantFrom(...ZONES),
    digest_hour: fc.integer({ min: 0, max: 23 }),
    digest_weekday: fc.integer({ min: 1, max: 7 }),
    quiet_hours: fc.option(fc.record({ from: clock, to: clock })),
  })
  const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(times, now, (chosen, found) => {
      const at = nextMailAt(chosen, found, null)
      if (!at) throw new Error('There is no mail.')
      expect(at.getTime()).toBeGreaterThanOrEqual(found.getTime())
      expect(at.getTime() - found.getTime()).toBeLessThan(9 * 86_400_000 + 3_600_000)
      expect(afterQuietHours(chosen, at)).toEqual(at)
      const wall = wallTimeAt(chosen.time_zone, at)
      const isOnItsDay = chosen.quiet_hours !== null || chosen.frequency !== 'weekly'
      expect(isOnItsDay || weekdayOf(wall) === chosen.digest_weekday).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('the instants of a wall-clock time show that time', () => {
  const now = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), now, (zone, at) => {
      const minute = Math.floor(at.getTime() / 60_000) * 60_000
      expect(instantsOf(zone, wallTimeAt(zone, at)).map((each) => each.getTime())).toContain(minute)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Asia/Calcutta', true],
  ['+02:00', false],
  ['Mars/Olympus', false],
  ['', false],
])('%j as a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected)
})

test('a mail is tried ten times in some three days', () => {
  const waits = Array.from({ length: 10 }, (_, tries) => waitBeforeNextMailTry(tries + 1))
  expect(waits.at(-1)).toBeNull()
  const totalMs = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)
  expect(totalMs / 3_600_000).toBeCloseTo(73.6, 1)
})
