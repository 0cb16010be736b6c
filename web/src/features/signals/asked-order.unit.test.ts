import { expect, test } from 'vitest'
import { bestFirst, questionOf } from './asked-order.ts'
import { askedSearch } from './testing/asked-searches.ts'

test.each([
  [{ words: 'invoice' }, 'invoice', ''],
  [{ words: '"late invoices"' }, '"late invoices"', ''],
  [{ words: 'invoice', in_title: true }, 'invoice', 'in titles'],
  [{ words: 'invoice', community: 'r/freelance' }, 'invoice', 'in r/freelance'],
  [{ words: 'invoice', in_title: true, community: 'r/freelance' }, 'invoice', 'in titles in r/freelance'],
  [{ words: '', community: 'r/freelance' }, '', 'newest posts of r/freelance'],
  [{ words: '' }, '', 'newest posts'],
])('the question %o reads "%s" and "%s"', (parts, words, place) => {
  expect(questionOf(askedSearch(parts))).toEqual({ words, place })
})

test('what kept most comes first, then what brought most that was new, then what was asked first', () => {
  const searches = [
    askedSearch({ words: 'first', kept: 0, new: 9 }),
    askedSearch({ words: 'second', kept: 2, new: 1 }),
    askedSearch({ words: 'third', kept: 0, new: 12 }),
    askedSearch({ words: 'fourth', kept: 0, new: 9 }),
  ]
  expect(bestFirst(searches).map(({ words }) => words)).toEqual(['second', 'third', 'first', 'fourth'])
  const unknown = [
    askedSearch({ words: 'few', kept: null, new: 1 }),
    askedSearch({ words: 'many', kept: null, new: 2 }),
  ]
  expect(bestFirst(unknown).map(({ words }) => words)).toEqual(['many', 'few'])
})
