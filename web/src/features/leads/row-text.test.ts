import { expect, test } from 'vitest'
import type { MarkedText } from './row-text.ts'
import { rowText } from './row-text.ts'

const span = (start: number, end: number) => ({ start, end, kind: 'for' as const, label: 'asks' })
const marked = (part: MarkedText | null) => part?.spans.map(({ start, end }) => part.text.slice(start, end))

test('a passage that starts with the title is shown once, marked where it stands', () => {
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

test('any other passage stays as it is', () => {
  const excerpt = { text: 'We need one.', evidence: [span(0, 7)] }
  expect(rowText({ title: 'Which pager?', excerpt }).passage).toEqual({ text: 'We need one.', spans: [span(0, 7)] })
  expect(rowText({ title: null, excerpt }).title).toBeNull()
})
