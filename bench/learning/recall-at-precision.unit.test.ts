import { expect, test } from 'vitest'
import { gainInRecall, recallAtPrecision } from './recall-at-precision.ts'

function ranked(grades: readonly number[], signal = 'one') {
  return grades.map((grade, rank) => ({ signal, grade, score: -rank }))
}

test.each([
  { grades: [2, 2, 2, 0, 2], recall: 1 },
  { grades: [0, 2, 2, 2, 0, 0, 2], recall: 3 / 4 },
  { grades: [0, 0, 2, 2], recall: 0 },
  { grades: [0, 1], recall: 0 },
  { grades: [], recall: 0 },
])('of grades $grades in order, $recall are found at a precision of .75', ({ grades, recall }) => {
  expect(recallAtPrecision(ranked(grades), 0.75)).toBe(recall)
})

test('posts of one score are read with the worst first', () => {
  const tied = ranked([2, 0]).map((verdict) => ({ ...verdict, score: 1 }))
  expect(recallAtPrecision(tied, 0.75)).toBe(0)
})

test('a gain is taken signal by signal, and has an interval around it', () => {
  const signals = Array.from({ length: 20 }, (_, index) => `signal ${index}`)
  const before = signals.flatMap((signal, index) => ranked(index % 4 === 0 ? [2, 0, 0] : [0, 0, 2], signal))
  const after = signals.flatMap((signal) => ranked([2, 0, 0], signal))
  const { mean, low, high } = gainInRecall(before, after, { precision: 0.75, rounds: 200 })
  expect(mean).toBe(1)
  expect(low).toBeGreaterThan(0.9)
  expect(high).toBe(1)
  expect(gainInRecall(after, after, { precision: 0.75, rounds: 20 })).toEqual({ mean: 0, low: 0, high: 0 })
})
