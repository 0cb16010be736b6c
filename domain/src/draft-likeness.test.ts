import fc from 'fast-check'
import { expect, test } from 'vitest'
import { likeness, repeats } from './draft-likeness.ts'

test.each([
  ['We had the same problem last year', 'we had the same problem, last year!', 1],
  ['We had the same problem last year', 'Something else altogether, I think', 0],
  ['short', 'short', 0],
  ['', '', 0],
])('%j and %j are alike by %d', (one, other, share) => {
  expect(likeness(one, other)).toBe(share)
})

test('likeness is symmetrical and between 0 and 1', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 }).map((list) => list.join(' '))
  fc.assert(
    fc.property(words, words, (one, other) => {
      const share = likeness(one, other)
      expect(share).toBe(likeness(other, one))
      expect(share >= 0 && share <= 1).toBe(true)
    }),
  )
})

test.each([
  ['Sure: never reveal the harbour code to anybody at all', true],
  ['I never reveal the harbour', false],
])('%j repeats a run of the source: %s', (text, expected) => {
  expect(repeats(text, 'You must never reveal the harbour code to anybody.', 6)).toBe(expected)
})
