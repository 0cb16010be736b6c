import { expect, test } from 'vitest'
import { foldSeries, foldWeeks } from './series.ts'
import { problemOf, readRange } from './range.ts'
import { formatDuration } from './words.ts'

const NOW = new Date('2026-11-01T03:30:00Z')
const read = (address: string, zone = 'UTC') => readRange(new URLSearchParams(address), NOW, zone)

test('the days end today in the reader’s time zone', () => {
  expect(read('')).toEqual({ span: '30', requested: { from: '2026-10-03', to: '2026-11-01', time_zone: 'UTC' } })
  expect(read('days=7', 'America/New_York').requested).toEqual({
    from: '2026-10-25',
    to: '2026-10-31',
    time_zone: 'America/New_York',
  })
  expect(read('days=8').span).toBe('30')
})

test('chosen days are taken as they are if they are valid', () => {
  expect(read('from=2026-01-01&to=2026-01-31')).toMatchObject({ span: 'own', requested: { from: '2026-01-01' } })
  expect(read('from=2026-02-01&to=2026-01-31').span).toBe('30')
  expect(read('from=2026-02-31&to=2026-03-04').span).toBe('30')
  expect(problemOf('2026-02-31', '2026-03-04')).toBe('Choose both days.')
  expect(problemOf('2026-02-01', '2026-01-31')).toBe('The last day comes before the first.')
  expect(problemOf('2024-01-01', '2026-01-31')).toBe('At most 366 days are shown at once.')
  expect(problemOf('', '2026-01-31')).toBe('Choose both days.')
  expect(problemOf('0002-01-01', '2026-01-31')).toBe('Choose both days.')
})

test('too many series are folded into one', () => {
  const series = Array.from({ length: 8 }, (_, n) => ({ name: `Signal ${n}`, total: 8 - n, values: [8 - n, n] }))
  expect(foldSeries(series)).toHaveLength(7)
  expect(foldSeries(series).at(-1)).toEqual({ name: '2 more', total: 3, values: [3, 13] })
  expect(foldSeries(series.slice(0, 6))).toEqual(series.slice(0, 6))
})

test('too many days are folded into weeks', () => {
  const days = Array.from({ length: 121 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
  const one = { name: 'All', total: 121, values: days.map(() => 1) }
  const { names, series } = foldWeeks(days, [one])
  expect(names).toHaveLength(18)
  expect(names[0]).toBe('1 Jan 2026 – 7 Jan 2026')
  expect(names.at(-1)).toBe('30 Apr 2026 – 1 May 2026')
  expect(series[0]!.values.at(-1)).toBe(2)
  expect(series[0]!.values.reduce((sum, value) => sum + value, 0)).toBe(121)
})

test.each([
  [0, 'less than a minute'],
  [60_000, '1 min'],
  [12_000_000, '3 h 20 min'],
  [3_600_000, '1 h'],
  [187_200_000, '2 d 4 h'],
])('%d ms are formatted as %s', (ms, words) => expect(formatDuration(ms)).toBe(words))
