import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './highlighted-text.tsx'

const span = fc.record({
  start: fc.integer({ min: 0, max: 60 }),
  end: fc.integer({ min: 0, max: 60 }),
  kind: fc.constantFrom('for' as const, 'against' as const),
})

test('the pieces add up to the text, and every marked piece lies inside its span', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), fc.array(span, { maxLength: 6 }), (text, spans) => {
      const pieces = cutText(text, spans)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const piece of pieces) {
        expect(piece.text).toBe(text.slice(piece.start, piece.start + piece.text.length))
        if (!piece.span) continue
        expect(piece.start).toBeGreaterThanOrEqual(piece.span.start)
        expect(piece.start + piece.text.length).toBeLessThanOrEqual(piece.span.end)
      }
    }),
  )
})

test('exactly the words of a span are marked', () => {
  const marked = cutText('We need a tool now', [{ start: 3, end: 14, kind: 'for', label: 'asks' }])
  expect(marked.map(({ text, span }) => [text, span?.label])).toEqual([
    ['We ', undefined],
    ['need a tool', 'asks'],
    [' now', undefined],
  ])
})
