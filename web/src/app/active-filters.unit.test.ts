import { COMPANY_FILTERS, PERSON_FILTERS } from '@leadlight/domain/filters'
import type { Filters } from '@leadlight/domain/filters'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAD_LIST } from '../features/leads/lead-filter-words.ts'
import { COMPANY_FILTER_WORDS, PERSON_FILTER_WORDS } from '../features/prospects/prospect-filter-words.ts'
import { activeFilters } from '../lib/rows/active-filters.ts'
import type { FilterState } from '../lib/rows/filter-state.ts'
import { countSet, noFilters } from '../lib/rows/filter-state.ts'
import type { FilterList } from '../lib/rows/filter-words.ts'
import { anyState } from '../lib/rows/testing/any-filters.ts'

/** The words for a list's filters, with every id resolved. */
function wordsOf<Of extends Filters>(list: FilterList<Of>, state: FilterState<Of>) {
  const chosen = Object.entries<unknown>(state).flatMap(([name, value]) =>
    Array.isArray(value)
      ? [[name, value.filter((one) => typeof one === 'string').map((one) => ({ id: one, name: one }))]]
      : [],
  )
  return activeFilters(list, state, { choices: Object.fromEntries(chosen) as never, columns: [] })
}

describe.each<[string, FilterList<Filters>]>([
  ['leads', LEAD_LIST],
  ['people', { filters: PERSON_FILTERS, words: PERSON_FILTER_WORDS }],
  ['companies', { filters: COMPANY_FILTERS, words: COMPANY_FILTER_WORDS }],
])('the active filters of %s', (_, list) => {
  test('are listed part by part, and removing each leaves one less until there is none', () => {
    fc.assert(
      fc.property(anyState(list.filters), (state) => {
        let left: FilterState<Filters> = state
        const parts = wordsOf(list, state).length
        expect(parts).toBeGreaterThanOrEqual(countSet(list.filters, state))
        for (let taken = 1; taken <= parts; taken += 1) {
          left = Object.assign({}, left, wordsOf(list, left)[0]?.without)
          expect(wordsOf(list, left)).toHaveLength(parts - taken)
        }
        expect(countSet(list.filters, left)).toBe(0)
      }),
    )
  })

  test('are none if nothing is set', () => {
    expect(wordsOf(list, noFilters(list.filters))).toEqual([])
  })
})

test('a condition is named by its field, operator and text', () => {
  const state = { ...noFilters(PERSON_FILTERS), location: { operator: 'contains', text: 'Bern' } } as const
  const [part] = wordsOf({ filters: PERSON_FILTERS, words: PERSON_FILTER_WORDS }, state)
  expect(part).toEqual({ words: 'Location contains "Bern"', without: { location: null } })
})
