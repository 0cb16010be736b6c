import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraphs } from './paragraphs.ts'

test('paragraphs are cut at empty lines, keep single line breaks, and recognize quotes', () => {
  const text = 'Title\nFirst line\nsecond line  \n\n \n> somebody said\n\n\nLast'
  expect(paragraphs(text, 6).map(({ start, end, isQuote }) => [text.slice(start, end), isQuote])).toEqual([
    ['First line\nsecond line', false],
    ['> somebody said', true],
    ['Last', false],
  ])
})

test('paragraphs lose nothing but white space', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '>', '\t', '😀'), maxLength: 80 })
  fc.assert(
    fc.property(words, (text) => {
      const kept = paragraphs(text, 0).map(({ start, end }) => text.slice(start, end))
      expect(kept.join('').replaceAll(/\s/gu, '')).toBe(text.replaceAll(/\s/gu, ''))
      expect(kept.every((one) => one.trim() === one && one !== '')).toBe(true)
    }),
  )
})
