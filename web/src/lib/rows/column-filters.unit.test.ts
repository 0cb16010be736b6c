import { COLUMN_TEXT_MAX } from '@leadlight/domain/columns'
import { COLUMN_FILTERS_MAX } from '@leadlight/domain/filters'
import { expect, test } from 'vitest'
import { readColumnFilters } from './column-filters.ts'

const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, '0')}`
const isTrue = (column_id: unknown) => ({ column_id, operator: 'equals', bool_value: true })

test.each([
  ['no list', { 0: isTrue(id(1)) }],
  ['what is no filter', [null, 'contains']],
  ['a column that has no id', [isTrue(undefined), isTrue(7)]],
  ['a column whose id is none', [isTrue('budget')]],
  ['an operator that is none', [{ column_id: id(1), operator: 'likes', text_value: 'a' }]],
  [
    'a text that is missing or empty',
    [
      { column_id: id(1), operator: 'contains' },
      { column_id: id(1), operator: 'contains', text_value: ' ' },
    ],
  ],
])('a URL with %s opens without that filter', (_, given) => {
  expect(readColumnFilters(JSON.stringify(given))).toEqual([])
})

test('a truncated URL opens without filters', () => {
  expect(readColumnFilters('[{"column_id":')).toEqual([])
})

test('the last filter of each column counts, up to the limit of what may be sent', () => {
  const all = Array.from({ length: COLUMN_FILTERS_MAX + 1 }, (_, index) => isTrue(id(index)))
  expect(readColumnFilters(JSON.stringify([...all, { ...isTrue(id(0)), bool_value: false }]))).toEqual([
    { ...isTrue(id(0)), bool_value: false },
    ...all.slice(1, COLUMN_FILTERS_MAX),
  ])
})

test('a text is trimmed and cut to the limit', () => {
  const filter = { column_id: id(1), operator: 'contains', text_value: `  ${'x'.repeat(COLUMN_TEXT_MAX + 1)} ` }
  expect(readColumnFilters(JSON.stringify([filter]))).toEqual([{ ...filter, text_value: 'x'.repeat(COLUMN_TEXT_MAX) }])
})
