import { describe, expect, test } from 'vitest'
import {
  COMPANY_FILTERS,
  FILTER_TEXT_MAX,
  LEAD_FILTERS,
  namesOfKind,
  operatorOf,
  PERSON_FILTERS,
  SEARCHED_ADDRESS_MAX,
  searchTextMax,
  type Filters,
} from './filters.ts'

/** Parameters of an address that are no filters. */
const TAKEN = ['sort_by', 'sort_order', 'limit', 'skip', 'cursor', 'format', 'period', 'view', 'manage', 'filter']

describe.each<[string, Filters]>([
  ['leads', LEAD_FILTERS],
  ['people', PERSON_FILTERS],
  ['companies', COMPANY_FILTERS],
])('the filters of %s', (_, filters) => {
  test('have parameters that nothing else uses', () => {
    const parameters = Object.values(filters).flatMap(({ parameter, kind }) =>
      kind === 'condition' ? [parameter, operatorOf(parameter)] : [parameter],
    )
    const all = [...TAKEN, ...parameters]
    expect(all).toEqual([...new Set(all)])
  })
})

test('the filters of some kinds are listed in their order', () => {
  expect(namesOfKind(LEAD_FILTERS, 'only', 'flag')).toEqual(['read', 'starred', 'hasNotes', 'deleted'])
  expect(namesOfKind(COMPANY_FILTERS, 'condition')).toEqual(['industry', 'companyName', 'location'])
  expect(namesOfKind(COMPANY_FILTERS, 'columns')).toEqual([])
})

test('the count of a flag is the number of leads that it would leave', () => {
  const counted = namesOfKind(LEAD_FILTERS, 'only', 'flag').map((name) => [
    name,
    'counted' in LEAD_FILTERS[name] ? LEAD_FILTERS[name].counted : null,
  ])
  expect(Object.fromEntries(counted)).toEqual({
    read: { as: 'unread', when: false },
    starred: { as: 'starred', when: true },
    hasNotes: null,
    deleted: null,
  })
})

test.each([
  ['https://posts.example/t/1?utm_source=share', SEARCHED_ADDRESS_MAX],
  [' HTTP://posts.example/t/1\n', SEARCHED_ADDRESS_MAX],
  ['https://', SEARCHED_ADDRESS_MAX],
  ['https://posts.example/t/1 and words', FILTER_TEXT_MAX],
  ['see https://posts.example/t/1', FILTER_TEXT_MAX],
  ['bookkeeper', FILTER_TEXT_MAX],
  ['', FILTER_TEXT_MAX],
])('a search takes of %j at most %i characters', (typed, max) => {
  expect(searchTextMax(typed)).toBe(max)
})
