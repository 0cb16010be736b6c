import { expect, test } from 'vitest'
import type { MarkedText } from './row-text.ts'
import { leadName, rowText } from './row-text.ts'

const span = (start: number, end: number) => ({ start, end, kind: 'for' as const, label: 'asks' })
const marked = (part: MarkedText | null) => part?.spans.map(({ start, end }) => part.text.slice(start, end))

test('a passage that starts with the title is shown once, with its evidence marked', () => {
  const row = rowText({
    title: 'Which pager?',
    excerpt: { text: 'Which pager?\nWe need one that sleeps.', evidence: [span(0, 12), span(13, 24)] },
  })
  expect(row.title?.text).toBe('Which pager?')
  expect(marked(row.title)).toEqual(['Which pager?'])
  expect(row.passage.text).toBe('We need one that sleeps.')
  expect(marked(row.passage)).toEqual(['We need one'])
})

test('evidence that runs from the title into the passage is marked in both', () => {
  const row = rowText({ title: 'Any', excerpt: { text: 'Any pager?', evidence: [span(0, 9)] } })
  expect([marked(row.title), marked(row.passage)]).toEqual([['Any'], ['pager']])
})

test('any other passage is unchanged', () => {
  const excerpt = { text: 'We need one.', evidence: [span(0, 7)] }
  expect(rowText({ title: 'Which pager?', excerpt }).passage).toEqual({ text: 'We need one.', spans: [span(0, 7)] })
  expect(rowText({ title: null, excerpt }).title).toBeNull()
})

test('a passage whose evidence comes late starts with a whole word shortly before it', () => {
  const text = 'We design packaging and half of our clients pay in euros. Every month is a mess. I need one tool.'
  const start = text.indexOf('I need')
  const { passage } = rowText({ title: 'Help', excerpt: { text, evidence: [span(start, text.length)] } })
  expect(passage.text).toBe('…Every month is a mess. I need one tool.')
  expect(marked(passage)).toEqual(['I need one tool.'])
})

test('evidence against does not move the passage, and a text without spaces starts with the evidence', () => {
  const text = `${'x'.repeat(60)} no budget`
  const against = { ...span(61, 70), kind: 'against' as const }
  expect(rowText({ title: null, excerpt: { text, evidence: [against] } }).passage.text).toBe(text)
  const late = { text: 'あ'.repeat(90), evidence: [span(60, 70)] }
  expect(rowText({ title: null, excerpt: late }).passage).toMatchObject({
    text: `…${'あ'.repeat(30)}`,
    spans: [{ start: 1, end: 11 }],
  })
})

test('a passage is shown, and a lead without a title named, without Markdown', () => {
  const excerpt = { text: 'We **need a tool** for this.', evidence: [span(3, 18)] }
  const { passage } = rowText({ title: null, excerpt })
  expect(passage.text).toBe('We need a tool for this.')
  expect(marked(passage)).toEqual(['need a tool'])
  expect(leadName({ title: null, excerpt })).toBe('We need a tool for this.')
})

test('a title is shown without Markdown, with its evidence on the same words', () => {
  const title = '`npm start` fails: **any alternative?**'
  const row = rowText({ title, excerpt: { text: `${title}\nWe need one.`, evidence: [span(19, 39)] } })
  expect(row.title?.text).toBe('npm start fails: any alternative?')
  expect(marked(row.title)).toEqual(['any alternative?'])
  const elsewhere = rowText({ title, excerpt: { text: 'We need one.', evidence: [] } })
  expect(elsewhere.title?.text).toBe('npm start fails: any alternative?')
})
