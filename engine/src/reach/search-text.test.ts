import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asksForWords, isAskable, readSearchText, searchableWords } from './search-text.ts'

test.each([
  ['C++', 'C++'],
  ['(C#)', 'C#'],
  ['.NET hosting', '.NET hosting'],
  ['node.js,', 'node.js'],
  ['co-founder', 'co-founder'],
  ['3D printing', '3D printing'],
  ['-foo', 'foo'],
  ['日本語', '日本語'],
  ['help desk', 'help desk'],
  ['the desk of a help', 'desk help'],
])('asks for whole words: %s', (text, words) => {
  expect(readSearchText(text)).toEqual({ words, phrases: [] })
})

test.each([
  ['"New Relic" dashboards', 'dashboards', ['New Relic']],
  ['“New Relic” dashboards', 'dashboards', ['New Relic']],
  ['tea "green leaf" "black leaf"', 'tea', ['green leaf', 'black leaf']],
  ['"tea', 'tea', []],
  ['"" tea', 'tea', []],
])('asks for what stands in quotes as it stands: %s', (text, words, phrases) => {
  expect(readSearchText(text)).toEqual({ words, phrases })
})

test.each([
  '',
  ' ',
  'a',
  'R',
  'é',
  'the of',
  'people asking',
  '2026',
  '1,000 $5',
  '"x"',
  '"2026"',
  '"',
  '...',
  '+',
  "don't",
])('asks for nothing where a platform would answer with everything: %s', (text) => {
  expect(readSearchText(text)).toEqual({ words: '', phrases: [] })
  expect(asksForWords(text)).toBe(false)
})

test('reads any text into words and phrases that can be asked for, the same when read again', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('a', 'B', '+', '"', ' ', '1', '.', '’') }),
      ),
      (text) => {
        // oxfmt-ignore
        const { words, phrases } = readSearchText(text)
        const asked = [...words.split(' ').filter((word) => word !== ''), ...phrases]
        expect(asked.every(isAskable)).toBe(true)
        expect(readSearchText(words)).toEqual({ words, phrases: [] })
        expect(asksForWords(text)).toBe(asked.length > 0)
      },
    ),
  )
})

test.each([
  ['Which CRM should I use? (HubSpot/Pipedrive)', ['crm', 'hubspot', 'pipedrive']],
  ['I moved off C++, to C# in 2026', ['moved', 'c++', 'c#']],
  ["Isn't “café” software good", ['cafe', 'software']],
  [`A ${'w'.repeat(31)} of tea`, ['tea']],
])('gives the words of a text that could be searched for, folded: %s', (text, words) => {
  expect(searchableWords(text)).toEqual(words)
})
