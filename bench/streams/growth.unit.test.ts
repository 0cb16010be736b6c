import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

test.each([
  { values: [100, 100, 100], growth: 0 },
  { values: [100, 102, 104, 106], growth: 0.06 },
  { values: [200, 180, 160], growth: -0.2 },
  // A single peak is no growth.
  { values: [100, 100, 130, 100, 100], growth: 0 },
])('$values grow by $growth', ({ values, growth }) => {
  expect(growthOf(values)).toBeCloseTo(growth, 10)
})
