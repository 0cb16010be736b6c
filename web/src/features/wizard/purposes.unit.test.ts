import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PURPOSES, readPurpose, writePurpose } from './purposes.ts'

test('a purpose survives being saved and read again', () => {
  const choice = fc.record({
    chosen: fc.subarray(PURPOSES.map((purpose) => purpose.text)),
    own: fc.lorem({ maxCount: 3, mode: 'sentences' }),
  })
  fc.assert(
    fc.property(choice, (chosen) => {
      expect(readPurpose(writePurpose(chosen))).toEqual(chosen)
    }),
  )
})

test('words that match no card are the user’s own', () => {
  expect(readPurpose('Sell more bread\nand rolls')).toEqual({ chosen: [], own: 'Sell more bread\nand rolls' })
})
