import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measuredQuality, QUALITY_RATED_MIN } from './quality.ts'

// Worked by hand from Wilson's formula with z = 1.96.
test.each([
  [5, 0, 0.5655, 1],
  [0, 5, 0, 0.4345],
  [5, 5, 0.2366, 0.7634],
  [81, 263, 0.1939, 0.2831],
])('%d good and %d bad lie between %d and %d', (positive, negative, low, high) => {
  const quality = measuredQuality({ positive, negative })!
  expect(quality.share).toBeCloseTo(positive / (positive + negative), 10)
  expect(quality.low).toBeCloseTo(low, 3)
  expect(quality.high).toBeCloseTo(high, 3)
})

test('a share of too few judged leads says nothing', () => {
  expect(measuredQuality({ positive: QUALITY_RATED_MIN - 1, negative: 0 })).toBeNull()
  expect(measuredQuality({ positive: QUALITY_RATED_MIN, negative: 0 })).not.toBeNull()
})

test('the interval holds the share, within 0 and 1, and narrows as more are judged', () => {
  const counts = fc.record({ positive: fc.nat(500), negative: fc.nat(500) })
  fc.assert(
    fc.property(
      counts.filter(({ positive, negative }) => positive + negative >= QUALITY_RATED_MIN),
      ({ positive, negative }) => {
        const { share, low, high } = measuredQuality({ positive, negative })!
        const more = measuredQuality({ positive: positive * 2, negative: negative * 2 })!
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(share + 1e-12)
        expect(high).toBeGreaterThanOrEqual(share - 1e-12)
        expect(more.high - more.low).toBeLessThan(high - low)
      },
    ),
  )
})
