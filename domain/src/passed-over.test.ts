import { expect, test } from 'vitest'
import { passedOverScore, sayPassedOver } from './passed-over.ts'
import { POSSIBLE_FROM } from './scoring.ts'

test.each([
  [{ passing: 'judged', score: 14, isRefused: false }, 'It scored 14, and posts are kept from 22.'],
  [
    { passing: 'judged', score: 14, isRefused: true },
    'It scored 14, and posts are kept from 22. Your team said that it does not fit.',
  ],
  [
    { passing: 'reworded', score: 3, isRefused: false },
    'The signal judged it by earlier words. Now it scores 3, and posts are kept from 22.',
  ],
  [
    { passing: 'unpaid', score: POSSIBLE_FROM, isRefused: false },
    'The budget of the search ended before it was judged. Now it scores 22, enough to be kept.',
  ],
  [
    { passing: 'far', score: 2, isRefused: false },
    'No search judged it: its words are too far from the signal, or other posts came nearer. Now it scores 2, and posts are kept from 22.',
  ],
] as const)('a post that was passed over says why: %o', (post, words) => {
  expect(sayPassedOver(post)).toBe(words)
})

test('a post that was not kept never shows a score at which posts are kept', () => {
  expect([0, 21, 22, 23].map(passedOverScore)).toEqual([0, 21, 21, 21])
})
