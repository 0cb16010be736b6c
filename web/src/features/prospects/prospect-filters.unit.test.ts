import { PERSON_FILTERS } from '@leadlight/domain/filters'
import { describe, expect, test } from 'vitest'
import { PERSON_FILTER_WORDS } from './prospect-filter-words.ts'
import { bulkFilter, orderAfterPress, readFilters, writeFilters } from './prospect-filters.ts'

const KIND = { filters: PERSON_FILTERS, words: PERSON_FILTER_WORDS, sorts: ['name', 'last_posted_at'] }

const read = (search: string) => readFilters(KIND, new URLSearchParams(search))

describe('dates in the URL', () => {
  test('that name days mean those whole days in the reader’s time zone, and stay as they are', () => {
    const filters = read('date_from=2026-11-01&date_to=2026-11-02')
    const from = new Date(2026, 10, 1).toISOString()
    const to = new Date(2026, 10, 2, 23, 59, 59, 999).toISOString()
    expect(filters).toMatchObject({ period: null, from, to })
    expect(bulkFilter(KIND, filters)).toEqual({ date_from: from, date_to: to })
    expect(readFilters(KIND, writeFilters(KIND, filters))).toEqual(filters)
  })

  test('may be one alone, from or to', () => {
    expect(bulkFilter(KIND, read('date_from=2026-11-01'))).toEqual({ date_from: new Date(2026, 10, 1).toISOString() })
    const to = new Date(2026, 10, 2, 23, 59, 59, 999).toISOString()
    expect(bulkFilter(KIND, read('date_to=2026-11-02'))).toEqual({ date_to: to })
  })

  test.each(['2026-02-31', '99999-12-31', '2026-13-01', '2026-11', 'yesterday', '2026-11-01T10', ''])(
    'that are invalid, such as %j, are ignored and nothing else with them',
    (date) => {
      const filters = read(`date_from=${date}&date_to=${date}&location=Berlin`)
      expect(filters).toMatchObject({ from: null, to: null })
      expect(bulkFilter(KIND, filters)).toEqual({ location: 'Berlin', location_op: 'contains' })
    },
  )
})

test('texts in the URL become one searchable line, so a broken link still opens its list', () => {
  const filters = read('search_text=%00a%07b%0A&location=%07&location_op=equals')
  expect(filters).toMatchObject({ text: 'a b', location: null })
})

test('a press on a heading sorts in its first direction, and each further press reverses it', () => {
  const byName = orderAfterPress({ by: 'last_posted_at', direction: 'desc' }, 'name')
  const turned = orderAfterPress(byName, 'name')
  expect([byName, turned, orderAfterPress(turned, 'name')]).toEqual([
    { by: 'name', direction: 'asc' },
    { by: 'name', direction: 'desc' },
    { by: 'name', direction: 'asc' },
  ])
  expect(orderAfterPress(turned, 'last_posted_at')).toEqual({ by: 'last_posted_at', direction: 'desc' })
})
