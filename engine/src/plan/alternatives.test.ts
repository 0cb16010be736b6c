import { expect, test } from 'vitest'
import { findAlternatives, readAlternatives, sayOneByOne } from './alternatives.ts'

test.each([
  [
    'two kinds',
    'Owners asking which accounting or bookkeeping software to use',
    [['accounting', 'bookkeeping software']],
  ],
  ['three, with an article', 'who want to move to a host, a server or a domain', [['a host', 'a server', 'a domain']]],
  [
    'a last item that says only other',
    'Looking for a coat, jeans, belt or other clothing',
    [['a coat', 'jeans', 'belt', 'other clothing']],
  ],
  ['a stroke', 'Admins asking for monitoring / alerting', [['monitoring', 'alerting']]],
  ['clauses', 'People who lost data or fear losing it', [['lost data', 'fear losing it']]],
  [
    'two lists',
    'Owners of an espresso machine or moka pot with a question about cleaning, descaling or fixing it',
    [
      ['an espresso machine', 'moka pot'],
      ['cleaning', 'descaling', 'fixing'],
    ],
  ],
  ['a comma before the last', 'moving to another host, server, or domain', [['another host', 'server', 'domain']]],
  ['more than one or', 'asking about Xero or QuickBooks or FreeAgent', [['Xero', 'QuickBooks', 'FreeAgent']]],
  ['no strokes within words', 'Shops that need 24/7 support and A/B testing', []],
  ['no and/or', 'asking for accounting and/or bookkeeping software', []],
  ['no set phrases', 'asking whether or not to buy, or for one or more recommendations', []],
  ['nothing that tells nothing', 'asking for a cheaper or faster alternative to Datadog', []],
  ['nothing', 'Users who hit a problem in VS Code and its debugger', []],
  ['an or without a side', 'or bookkeeping software', []],
])('alternatives: %s', (_, signal, lists) => {
  expect(readAlternatives(signal)).toEqual(lists)
})

const lists = [['accounting', 'bookkeeping software']]

test('a wording is said once with each alternative', () => {
  expect(sayOneByOne(lists, 'Which accounting or bookkeeping software should I use?')).toEqual([
    'Which accounting should I use?',
    'Which bookkeeping software should I use?',
  ])
})

test('a wording without two of them has no list', () => {
  expect(findAlternatives(lists, 'Accounting, which one?')).toEqual([])
  expect(sayOneByOne(lists, 'Accounting, which one?')).toEqual([])
})

test('alternatives are found in their order and whatever their capitals', () => {
  expect(findAlternatives(lists, 'Accounting and Bookkeeping software')).toEqual([
    [
      { start: 0, end: 10 },
      { start: 15, end: 35 },
    ],
  ])
})

test('they are found behind letters that change their number when folded, and with signs of patterns', () => {
  const text = 'İİİ asking for C++ (beginners) or F# courses'
  const found = findAlternatives([['C++', 'F# courses']], text)
  expect(found.flat().map(({ start, end }) => text.slice(start, end))).toEqual(['C++', 'F# courses'])
})

test('they are whole words', () => {
  const lists = readAlternatives('Startups asking about art or design software')
  expect(sayOneByOne(lists, 'Startups asking about art or design software')).toEqual([
    'Startups asking about art',
    'Startups asking about design software',
  ])
})

test('two lists of the same words are found one after the other', () => {
  const text = 'Xero or Sage users and Xero or Sage resellers'
  const spans = findAlternatives(readAlternatives(text), text).flat()
  expect(spans.toSorted((left, right) => left.start - right.start)).toEqual(spans)
  expect(new Set(spans.map(({ start }) => start)).size).toBe(spans.length)
})
