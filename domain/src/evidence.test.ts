import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anchored, quoted } from './evidence.ts'

test('evidence of an unchanged text stays in place, even if its words also occur earlier', () => {
  const text = 'cheap, and then cheap again'
  const spans = [{ start: 16, end: 21 }]
  expect(anchored(text, quoted(text, spans))).toEqual(spans)
})

test('evidence moves with its words, and goes with them', () => {
  const kept = quoted('we need an accountant, please', [
    { start: 3, end: 21 },
    { start: 23, end: 29 },
  ])
  expect(anchored('Edit: solved. We said: we need an accountant.', kept)).toEqual([{ start: 26, end: 44 }])
  expect(anchored('deleted by its author', kept)).toEqual([])
})

test('a span outside the text is not evidence', () => {
  const outside = [
    { start: -1, end: 2 },
    { start: 2, end: 9 },
    { start: 1, end: 1 },
    { start: 3, end: 2 },
  ]
  expect(quoted('text', outside)).toEqual([])
})

test('every remaining span covers the words that were judged, however the text changes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.nat(),
      fc.nat(),
      (before, after, a, b) => {
        const kept = quoted(before, [{ start: a % (before.length + 1), end: b % (before.length + 1) }])
        const quotes = kept.map(({ quote }) => quote)
        const left = (text: string) => anchored(text, kept).map(({ start, end }) => text.slice(start, end))
        expect(left(before)).toEqual(quotes)
        expect(left(after + before)).toEqual(quotes)
        expect(left(after)).toEqual(quotes.filter((quote) => after.includes(quote)))
      },
    ),
  )
})
