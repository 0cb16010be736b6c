import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './preview-excerpt.ts'

const evidence = (start: number, end: number, kind: 'for' | 'against' = 'for') => ({ start, end, kind, label: 'asks' })

test('the excerpt starts near the evidence and shows where it is cut', () => {
  const body = `${'We run many hosts here and there. '.repeat(10)}We need a new tool. ${'And so on it goes. '.repeat(20)}`
  const text = `Title\n${body}`
  const at = text.indexOf('We need a new tool')
  const excerpt = excerptOf({ title: 'Title', text, evidence: [evidence(at, at + 18)] })
  expect(excerpt.text).toMatch(/^….*We need a new tool.*…$/u)
  expect(excerpt.spans.map((span) => excerpt.text.slice(span.start, span.end))).toEqual(['We need a new tool'])
})

test('the excerpt does not mark the mere start of cut evidence', () => {
  const text = `${'word '.repeat(42)}We need a tool that finds new hosts on its own and never sleeps`
  const excerpt = excerptOf({ title: null, text, evidence: [evidence(0, 4), evidence(210, text.length)] })
  expect(excerpt.spans.map((span) => excerpt.text.slice(span.start, span.end))).toEqual(['word'])
})

test('the excerpt prefers evidence for the signal, and leaves the title out', () => {
  const text = `What do you pay for?\nOpen source. ${'x '.repeat(200)}Which one do you pay for`
  const at = text.lastIndexOf('Which')
  const excerpt = excerptOf({
    title: 'What do you pay for?',
    text,
    evidence: [evidence(0, 20), evidence(21, 33, 'against'), evidence(at, text.length)],
  })
  expect(excerpt.spans.map((span) => excerpt.text.slice(span.start, span.end))).toEqual(['Which one do you pay for'])
})

test('the excerpt marks exactly the evidence, whatever the text', () => {
  const post = fc.record({ title: fc.option(fc.string({ maxLength: 20 })), body: fc.string({ maxLength: 500 }) })
  fc.assert(
    fc.property(post, fc.nat(520), fc.nat(520), ({ title, body }, a, b) => {
      const text = title === null ? body : `${title}\n${body}`
      const start = Math.min(a, b, text.length)
      const end = Math.min(Math.max(a, b), text.length)
      const excerpt = excerptOf({ title, text, evidence: [evidence(start, end)] })
      const flat = text.replaceAll(/\s/gu, ' ')
      expect(excerpt.text.length).toBeLessThanOrEqual(260)
      for (const span of excerpt.spans) {
        const marked = excerpt.text.slice(span.start, span.end)
        expect(marked).not.toBe('')
        // What is left out between is markup.
        expect(isInOrderIn(flat.slice(start, end), marked)).toBe(true)
      }
    }),
  )
})

test('the excerpt has no Markdown', () => {
  const text = 'Which **tool** do you [pay](https://x.example) for?'
  const excerpt = excerptOf({ title: null, text, evidence: [evidence(text.indexOf('**tool'), text.indexOf(' for'))] })
  expect(excerpt.text).toBe('Which tool do you pay for?')
  expect(excerpt.spans.map((span) => excerpt.text.slice(span.start, span.end))).toEqual(['tool do you pay'])
})

function isInOrderIn(whole: string, part: string): boolean {
  let at = 0
  for (const character of whole) if (character === part.slice(at, at + character.length)) at += character.length
  return at === part.length
}
