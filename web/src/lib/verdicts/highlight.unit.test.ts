import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Span } from './highlight.ts'
import { highlight, spansWithin } from './highlight.ts'

const spanIn = (length: number) =>
  fc.record({
    start: fc.integer({ min: -3, max: length + 3 }),
    end: fc.integer({ min: -3, max: length + 3 }),
    kind: fc.constantFrom('for' as const, 'against' as const),
    label: fc.constantFrom('asks', 'complains'),
    signalId: fc.constantFrom('a', 'b', 'c'),
  })

const marked = fc
  .string({ unit: 'binary', maxLength: 60 })
  .chain((text) => fc.record({ text: fc.constant(text), spans: fc.array(spanIn(text.length), { maxLength: 8 }) }))

function span(start: number, end: number, signalId = 'a', kind: Span['kind'] = 'for'): Span {
  return { start, end, kind, label: 'asks', signalId }
}

describe('highlighting', () => {
  test('keeps every character, in order', () => {
    fc.assert(
      fc.property(marked, ({ text, spans }) => {
        const segments = highlight(text, spans)
        expect(segments.map((segment) => segment.text).join('')).toBe(text)
        expect(segments.every((segment) => text.startsWith(segment.text, segment.start))).toBe(true)
        expect(segments.every((segment) => segment.text.length > 0)).toBe(true)
      }),
    )
  })

  test('marks each character with exactly the spans that cover it', () => {
    fc.assert(
      fc.property(marked, ({ text, spans }) => {
        for (const segment of highlight(text, spans)) {
          for (let at = segment.start; at < segment.start + segment.text.length; at++) {
            expect(segment.spans).toEqual(spans.filter((one) => one.start <= at && at < one.end))
          }
        }
      }),
    )
  })

  test('is the same whether the text is cut before or after', () => {
    fc.assert(
      fc.property(marked, fc.nat(60), ({ text, spans }, at) => {
        const cut = Math.min(at, text.length)
        const halves = [
          ...highlight(text.slice(0, cut), spansWithin(spans, 0, cut)),
          ...highlight(text.slice(cut), spansWithin(spans, cut, text.length)),
        ]
        const labels = (segments: typeof halves) =>
          segments.flatMap((segment) =>
            Array.from({ length: segment.text.length }, () => segment.spans.map((one) => one.signalId).join()),
          )
        expect(labels(halves)).toEqual(labels(highlight(text, spans)))
      }),
    )
  })

  test('shows where two signals share words', () => {
    const segments = highlight('We need a pager that sleeps', [span(3, 15, 'a'), span(10, 27, 'b', 'against')])
    expect(segments.map(({ text, spans }) => [text, spans.map((one) => one.signalId).join('+')])).toEqual([
      ['We ', ''],
      ['need a ', 'a'],
      ['pager', 'a+b'],
      [' that sleeps', 'b'],
    ])
  })

  test('leaves an empty text empty', () => {
    expect(highlight('', [span(0, 3)])).toEqual([])
  })
})
