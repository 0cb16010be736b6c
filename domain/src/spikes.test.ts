import { expect, test } from 'vitest'
import { findSpikes } from './spikes.ts'

const DAYS_A_YEAR = 365
const MONTHS_A_YEAR = 12

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function poisson(mean: number, random: () => number): number {
  let count = -1
  for (let sum = 0; sum < mean; count++) sum -= Math.log(1 - random())
  return Math.max(0, count)
}

const RATES = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40]

/** False spikes a month, over 100 years of each rate. */
function falseAlarms(rate: number, seed: number, dayMean: (day: number, random: () => number) => number): number {
  const random = randomOf(seed)
  let spikes = 0
  const years = 100
  for (let year = 0; year < years; year++) {
    const counts = Array.from({ length: DAYS_A_YEAR + 56 }, (_, day) => poisson(rate * dayMean(day, random), random))
    spikes += findSpikes(counts, 56).length
  }
  return spikes / (years * MONTHS_A_YEAR)
}

test('in 1,000 years of a steady rate, at most one day a month looks like a spike, at any rate', () => {
  const perMonth = RATES.map((rate, at) => falseAlarms(rate, 1 + at, () => 1))
  for (const [at, alarms] of perMonth.entries())
    expect({ rate: RATES[at], few: alarms <= 0.1 }).toEqual({ rate: RATES[at], few: true })
  expect(Math.max(...perMonth)).toBeLessThanOrEqual(0.1)
})

test('neither do quiet weekends, nor days that differ more than chance makes them', () => {
  const weekly = [1.3, 1.3, 1.3, 1.3, 1.3, 0.25, 0.25]
  for (const [at, rate] of RATES.entries()) {
    expect(falseAlarms(rate, 100 + at, (day) => weekly[day % 7] ?? 1)).toBeLessThanOrEqual(0.1)
    // Each day's rate is drawn anew, from a third of the mean to three times it.
    expect(falseAlarms(rate, 200 + at, (_, random) => 3 ** (2 * random() - 1))).toBeLessThanOrEqual(0.1)
  }
})

test('a day of many times the usual is a spike, and does not hide the next', () => {
  const random = randomOf(7)
  const counts = Array.from({ length: 120 }, () => poisson(2, random))
  counts[80] = 14
  counts[95] = 12
  const days = findSpikes(counts, 60).map(({ day }) => day)
  expect(days).toEqual(expect.arrayContaining([80, 95]))
  const [first] = findSpikes(counts, 80)
  expect(first).toMatchObject({ day: 80, found: 14 })
  expect(first!.usual).toBeGreaterThan(1)
  expect(first!.most).toBeLessThan(14)
})

test('without four weeks of history nothing is a spike, nor are two posts of a name that nobody names', () => {
  expect(findSpikes([...Array.from({ length: 20 }, () => 1), 50])).toEqual([])
  expect(findSpikes([...Array.from({ length: 60 }, () => 0), 2])).toEqual([])
  expect(findSpikes([...Array.from({ length: 60 }, () => 0), 3]).length).toBe(1)
})
