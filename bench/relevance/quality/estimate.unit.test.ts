import { expect, test } from 'vitest'
import type { Verdict } from '../measures.ts'
import { estimateFigures } from './estimate.ts'

const verdict = (signal: string, grade: number, score: number): Verdict => ({
  signal,
  grade,
  score,
  probability: score,
  keep: score >= 0.5,
})

test('an interval is the same each time, and as wide as signals differ', () => {
  const alike = ['a', 'b', 'c', 'd'].flatMap((signal) => [verdict(signal, 2, 0.9), verdict(signal, 0, 0.6)])
  const unlike = [...alike, verdict('e', 2, 0.1), verdict('e', 0, 0.7)]
  expect(estimateFigures(alike).precision).toEqual({ value: 0.5, low: 0.5, high: 0.5 })
  const { precision, recall } = estimateFigures(unlike)
  expect(estimateFigures(unlike).precision).toEqual(precision)
  expect(precision.value).toBeCloseTo(4 / 9)
  expect(precision.low).toBeLessThan(0.4)
  expect(recall).toMatchObject({ value: 0.8, high: 1 })
})

test('a signal that is drawn twice counts as two', () => {
  const silent = Array.from({ length: 5 }, () => verdict('a', 2, 0.1))
  const loud = Array.from({ length: 5 }, () => verdict('b', 2, 0.9))
  expect(estimateFigures([...silent, ...loud]).silent).toEqual({ value: 1, low: 0, high: 2 })
})
