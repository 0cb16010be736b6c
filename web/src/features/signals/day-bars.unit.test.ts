import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayBars } from './day-bars.ts'

const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)

test('there are no more bars than fit, and no post is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 366 }), fc.integer({ min: 1, max: 60 }), (counts, barsMax) => {
      const bars = dayBars(
        counts.map((caught, index) => ({ day: day(index), caught })),
        barsMax,
      )
      expect(bars.length).toBeLessThanOrEqual(barsMax)
      expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(counts.reduce((sum, count) => sum + count, 0))
    }),
  )
})

test('bars are in order, oldest first', () => {
  const bars = dayBars(
    [
      { day: day(2), caught: 1 },
      { day: day(0), caught: 2 },
      { day: day(1), caught: 3 },
    ],
    2,
  )
  expect(bars).toEqual([
    { from: day(0), to: day(1), count: 5 },
    { from: day(2), to: day(2), count: 1 },
  ])
})
