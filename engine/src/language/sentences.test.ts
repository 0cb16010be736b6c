import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSentences, trimSpan } from './sentences.ts'

it('trims the white space that strings trim, and nothing else', () => {
  for (let code = 0; code < 0x10000; code++) {
    const text = `${String.fromCharCode(code)}a`
    expect(trimSpan(text, { start: 0, end: 2 }).start).toBe(text.trimStart() === text ? 0 : 1)
  }
})

describe('splitSentences', () => {
  it.each([
    ['Hello there. Which one? That one!', ['Hello there.', 'Which one?', 'That one!']],
    ['I use e.g. Excel. It costs $3.50 a month.', ['I use e.g. Excel.', 'It costs $3.50 a month.']],
    ['A title\nwith a body', ['A title', 'with a body']],
    ['Wait... what?!', ['Wait...', 'what?!']],
    ['これは何ですか。助けて', ['これは何ですか。', '助けて']],
  ])('splits %j', (text, sentences) => {
    expect(splitSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences)
  })

  it('keeps every word, in order, without overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const spans = splitSentences(text)
        let last = 0
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(text.slice(last, start).trim()).toBe('')
          last = end
        }
        expect(text.slice(last).trim()).toBe('')
      }),
    )
  })

  it('never splits a surrogate pair', () => {
    const spans = splitSentences('😀'.repeat(1000))
    expect(spans.length).toBeGreaterThan(1)
    for (const { start } of spans) expect(start % 2).toBe(0)
  })
})
