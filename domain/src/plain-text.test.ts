import { expect, test } from 'vitest'
import { plainText, withoutMarkdown } from './plain-text.ts'

test.each([
  ['We use **Prometheus** and **Grafana** today.', 'We use Prometheus and Grafana today.'],
  ['Run `npm start` and see [the docs](https://x.example/a_(b) "Docs").', 'Run npm start and see the docs.'],
  ['![A screenshot](https://x.example/1.png) of it', 'A screenshot of it'],
  ['[**Bold** words](https://x.example)', 'Bold words'],
  ['## What happened\n> It broke\n>> twice\nand now', 'What happened\nIt broke\ntwice\nand now'],
  ['<!-- Fill this in -->It broke', 'It broke'],
  ['<!-- Fill\nthis in\n-->It broke', 'It broke'],
  ['<!-- cut off by the excer', ''],
  ['```ts\nconst a = 1\n```', '\nconst a = 1\n'],
])('%j reads %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test.each([
  'C# and F# are fine, and #1 too',
  '2 ** 3 ** 4 is no bold',
  'a*b*c, snake_case and __init__.py',
  'a > b, and [a] (b)',
  'It costs 5 * 3 dollars',
  'Who has a `half',
])('%j stays as it is', (text) => {
  expect(plainText(text)).toBe(text)
})

test('evidence stays on its words', () => {
  const text = '## Help\nWe **need a tool** for [our hosts](https://x.example).'
  const quote = (words: string) => {
    const start = text.indexOf(words)
    return { start, end: start + words.length, kind: 'for' as const }
  }
  const { text: plain, spans } = withoutMarkdown({
    text,
    spans: [quote('**need a tool**'), quote('tool** for [our hosts]'), quote('https://x.example')],
  })
  expect(plain).toBe('Help\nWe need a tool for our hosts.')
  expect(spans.map(({ start, end }) => plain.slice(start, end))).toEqual(['need a tool', 'tool for our hosts'])
})
