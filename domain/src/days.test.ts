import { describe, expect, test } from 'vitest'
import { dayAfter, dayIn, daysBetween, dayStarts } from './days.ts'
import { isTimeZone } from './wall-clock.ts'

const startsOf = (zone: string, ...days: string[]) => dayStarts(zone, days).map((start) => start.toISOString())

describe('a day begins when clocks there reach it', () => {
  test.each([
    ['UTC', ['2026-11-02'], ['2026-11-02T00:00:00.000Z', '2026-11-03T00:00:00.000Z']],
    // 23 hours: clocks go forward at 02:00.
    ['Europe/Berlin', ['2026-03-29'], ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']],
    // 25 hours: clocks go back at 03:00.
    ['Europe/Berlin', ['2026-10-25'], ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']],
    ['America/New_York', ['2026-11-01'], ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']],
    ['Asia/Kathmandu', ['2026-01-01'], ['2025-12-31T18:15:00.000Z', '2026-01-01T18:15:00.000Z']],
    // There was no midnight: clocks went from 23:59:59 to 01:00.
    ['America/Sao_Paulo', ['2018-11-04'], ['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z']],
    // There was no such day.
    ['Pacific/Apia', ['2011-12-30'], ['2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z']],
    ['Pacific/Kiritimati', ['2026-06-01'], ['2026-05-31T10:00:00.000Z', '2026-06-01T10:00:00.000Z']],
  ])('%s %s', (zone, days, starts) => {
    expect(startsOf(zone, ...days)).toEqual(starts)
  })

  test('one day begins where the one before it ends', () => {
    const days = daysBetween('2026-01-01', '2026-12-31')
    expect(days).toHaveLength(365)
    const starts = dayStarts('Australia/Lord_Howe', days).map((start) => start.getTime())
    expect(starts).toHaveLength(366)
    const hours = starts.slice(1).map((start, index) => (start - starts[index]!) / 3_600_000)
    expect(hours.filter((length) => length !== 24).toSorted((a, b) => a - b)).toEqual([23.5, 24.5])
    days.forEach((day, index) => {
      expect(dayIn('Australia/Lord_Howe', new Date(starts[index]!))).toBe(day)
      expect(dayIn('Australia/Lord_Howe', new Date(starts[index]! - 1))).toBe(dayAfter(day, -1))
    })
  })
})

test('the days between two include both ends, and there are none backwards', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-03-01', '2026-03-01')).toEqual(['2026-03-01'])
  expect(daysBetween('2026-03-01', '2026-02-28')).toEqual([])
  expect(dayStarts('UTC', [])).toEqual([])
})

test('a time zone is known by its name', () => {
  expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true)
  expect(['', 'Mars/Olympus', 'Europe', "UTC'; select 1"].some(isTimeZone)).toBe(false)
})
