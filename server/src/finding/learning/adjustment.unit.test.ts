import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustmentOf, fitAdjustment, type Label } from './adjustment.ts'

function unit(...values: number[]): Float32Array {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}

const ABOUT_TAX = unit(1, 0.1, 0)
const ABOUT_GAMES = unit(0, 0.1, 1)

test('no labels give no adjustment', () => {
  expect(fitAdjustment([])).toBeUndefined()
})

test('posts most like a good one rise most, and posts like a bad one fall', () => {
  const labels: Label[] = [
    { base: -0.5, vector: ABOUT_TAX, fits: true },
    { base: 0.5, vector: ABOUT_GAMES, fits: false },
  ]
  const adjustment = fitAdjustment(labels)!
  expect(adjustmentOf(adjustment, unit(1, 0, 0.1))).toBeGreaterThan(0.5)
  expect(adjustmentOf(adjustment, unit(0.1, 0, 1))).toBeLessThan(-0.5)
  expect(Math.abs(adjustmentOf(adjustment, unit(0.1, 1, 0.1)))).toBeLessThan(0.3)
})

test('a label that agrees with the judge hardly changes anything', () => {
  const agreed = fitAdjustment([{ base: 5, vector: ABOUT_TAX, fits: true }])!
  expect(adjustmentOf(agreed, ABOUT_TAX)).toBeLessThan(0.03)
  const surprised = fitAdjustment([{ base: 5, vector: ABOUT_TAX, fits: false }])!
  expect(adjustmentOf(surprised, ABOUT_TAX)).toBeLessThan(-1)
})

const label = fc.record({
  base: fc.double({ min: -7, max: 7, noNaN: true }),
  vector: fc
    .array(fc.integer({ min: -50, max: 50 }), { minLength: 6, maxLength: 6 })
    .filter((values) => values.some((value) => value !== 0))
    .map((values) => unit(...values)),
  fits: fc.boolean(),
})

test('the gradient of the posterior is zero at the fit', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 30 }), (labels) => {
      const { bias, weights } = fitAdjustment(labels)!
      const errors = labels.map(({ base, vector, fits }) => {
        const logOdds = base + adjustmentOf({ bias, weights }, vector)
        return (fits ? 1 : 0) - 1 / (1 + Math.exp(-logOdds))
      })
      // Prior variances 1 and 3: each parameter is pulled back by its value over its variance.
      expect(errors.reduce((sum, error) => sum + error, 0)).toBeCloseTo(bias, 6)
      weights.forEach((weight, index) => {
        const pull = labels.reduce((sum, { vector }, row) => sum + (errors[row] ?? 0) * (vector[index] ?? 0), 0)
        expect(pull).toBeCloseTo(weight / 3, 6)
      })
    }),
  )
})

test('a label that is given and taken back leaves every bit as it was', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 20 }), label, (labels, more) => {
      const before = fitAdjustment(labels)!
      const between = fitAdjustment([...labels, more])!
      const after = fitAdjustment(labels)!
      expect(between).not.toEqual(before)
      expect(after.bias).toBe(before.bias)
      expect([...after.weights]).toEqual([...before.weights])
    }),
  )
})

test('a label counts for as many as it weighs', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 8 }), label, (labels, heavy) => {
      const once = fitAdjustment([...labels, { ...heavy, weight: 3 }])!
      const thrice = fitAdjustment([...labels, heavy, heavy, heavy])!
      expect(once.bias).toBeCloseTo(thrice.bias, 6)
      once.weights.forEach((weight, index) => expect(weight).toBeCloseTo(thrice.weights[index]!, 6))
    }),
  )
})
