import { expect, test } from 'vitest'
import type { Voice } from '../plan/plan-vectors.ts'
import { voiceNearness } from './late-interaction.ts'

const voice = (lists: Voice['lists']): Voice => ({ vectors: [new Float32Array()], from: 1, to: 5, weight: 1, lists })
/** Of two sentences, how near each comes to five tokens; the voice has the last four. */
const nearness = [Float32Array.of(1, 0.5, 0.25, 0.75, 0), Float32Array.of(1, 0.25, 0.5, 0.25, 0)]

test('the nearest token of any kept sentence counts for each token of the voice', () => {
  expect(voiceNearness(voice([]), nearness, [0, 1])).toBe((0.5 + 0.5 + 0.75 + 0) / 4)
  expect(voiceNearness(voice([]), nearness, [1])).toBe((0.25 + 0.5 + 0.25 + 0) / 4)
})

test('of alternatives the nearest one counts, and the others not at all', () => {
  const lists = [
    [
      { from: 2, to: 4 },
      { from: 4, to: 5 },
    ],
  ]
  expect(voiceNearness(voice(lists), nearness, [0, 1])).toBe((0.5 + 0.5 + 0.75) / 3)
})

test('nothing is near where no sentence is kept', () => {
  expect(voiceNearness(voice([]), nearness, [])).toBe(0)
})
