import { expect, test } from 'vitest'
import type { PlanVectors } from '../plan/plan-vectors.ts'
import type { Reading } from './reading.ts'
import { findUnwanted } from './unwanted.ts'

const SIGNAL = Float32Array.of(0, 1)
const UNWANTED = Float32Array.of(1, 0)

/** A plan that does not want leased cars, with a signal on another subject. */
const plan = {
  signal: { vectors: [SIGNAL] },
  avoids: [{ clause: 'leased cars', vector: UNWANTED }],
  terms: { excluded: [] },
} as unknown as PlanVectors

/** A post whose sentences come this near to what is not wanted. */
function readingOf(...nearness: number[]): Reading {
  const sentences = nearness.map((near) => ({
    vector: Float32Array.of(near, Math.sqrt(1 - near ** 2)),
    terms: { counts: new Map() },
  }))
  return { text: '', sentences } as unknown as Reading
}

test('a sentence at the half-way nearness loses half of what it can, and is shown as the reason', () => {
  const { factor, avoided, sentence } = findUnwanted(plan, readingOf(0.1, 0.33))
  expect(factor).toBeCloseTo(0.6, 3)
  expect([avoided, sentence]).toEqual(['leased cars', 1])
})

test('a less near sentence costs little, and is not shown', () => {
  const { factor, avoided, sentence } = findUnwanted(plan, readingOf(0.25))
  expect(factor).toBeGreaterThan(0.9)
  expect(factor).toBeLessThan(0.91)
  expect([avoided, sentence]).toEqual([undefined, undefined])
})

test('a sentence that plainly says it leaves a fifth of the score', () => {
  expect(findUnwanted(plan, readingOf(0.9)).factor).toBeCloseTo(0.2, 3)
})
