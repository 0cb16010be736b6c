import { expect, test } from 'vitest'
import {
  leadLevel,
  levelOrNull,
  LIKELY_FROM,
  meetsMinimum,
  NO_SCORE,
  POSSIBLE_FROM,
  scoreOrNull,
  STRONG_FROM,
} from './scoring.ts'

test.each([
  [100, 'strong'],
  [STRONG_FROM, 'strong'],
  [STRONG_FROM - 1, 'likely'],
  [LIKELY_FROM, 'likely'],
  [LIKELY_FROM - 1, 'possible'],
  [POSSIBLE_FROM, 'possible'],
  [POSSIBLE_FROM - 1, 'unsure'],
  [0, 'unsure'],
])('a score of %i is %s', (score, level) => {
  expect(leadLevel(score)).toBe(level)
})

test('what has no score is null outside, and below every score inside', () => {
  expect([scoreOrNull(NO_SCORE), levelOrNull(NO_SCORE)]).toEqual([null, null])
  expect([scoreOrNull(0), levelOrNull(0)]).toEqual([0, 'unsure'])
  expect(NO_SCORE).toBeLessThan(0)
})

test.each([
  [NO_SCORE, null, true],
  [NO_SCORE, 0, true],
  [NO_SCORE, 1, false],
  [22, 22, true],
  [21, 22, false],
])('a score of %i meets a minimum of %s: %s', (score, minimum, meets) => {
  expect(meetsMinimum(score, minimum)).toBe(meets)
})
