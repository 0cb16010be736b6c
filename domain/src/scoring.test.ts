import { expect, test } from 'vitest'
import { leadLevel, LIKELY_FROM, POSSIBLE_FROM, STRONG_FROM } from './scoring.ts'

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
