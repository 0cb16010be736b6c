import { expect, test } from 'vitest'
import { hasRoomFor, wishForSearch, wishOf } from './search-edits.ts'
import {
  applyPlanEdits,
  NO_PLAN_EDITS,
  PLAN_EDITS_MAX,
  PLAN_SEARCHES_MAX,
  type PlanEdits,
  type PlanWords,
} from './signal-plans.ts'

const READ: PlanWords = {
  who: '',
  acts: [],
  topics: [],
  qualifiers: [],
  exclusions: [],
  searches: ['invoice', 'bookkeeping'],
}
const searchesOf = (edits: PlanEdits) => applyPlanEdits(READ, edits).searches

test('what is always asked comes first, whether the plan has it or not', () => {
  const one = wishForSearch(NO_PLAN_EDITS, 'bookkeeping', 'always')
  expect(searchesOf(one)).toEqual(['bookkeeping', 'invoice'])
  expect(searchesOf(wishForSearch(one, 'payroll', 'always'))).toEqual(['bookkeeping', 'payroll', 'invoice'])
})

test('a search has one wish at a time, in any letter case, and none leaves no trace', () => {
  const always = wishForSearch(NO_PLAN_EDITS, 'Invoice', 'always')
  expect(wishOf(always, 'invoice')).toBe('always')
  const never = wishForSearch(always, 'invoice', 'never')
  expect(wishOf(never, 'INVOICE')).toBe('never')
  expect(never.searches).toEqual({ added: [], removed: ['invoice'] })
  expect(searchesOf(never)).toEqual(['bookkeeping'])
  const again = wishForSearch(never, 'invoice', 'always')
  expect(again.searches).toEqual({ added: ['invoice'], removed: [] })
  expect(wishForSearch(again, 'INVOICE', null)).toEqual(NO_PLAN_EDITS)
  expect(wishOf(NO_PLAN_EDITS, 'invoice')).toBeNull()
})

test('there is room for as many wishes as the plan keeps', () => {
  const many = (count: number, wish: 'always' | 'never') =>
    Array.from({ length: count }, (_, at) => `word ${at}`).reduce(
      (edits, words) => wishForSearch(edits, words, wish),
      NO_PLAN_EDITS,
    )
  for (const [wish, most] of [
    ['always', PLAN_SEARCHES_MAX],
    ['never', PLAN_EDITS_MAX],
  ] as const) {
    expect(hasRoomFor(many(most - 1, wish), wish)).toBe(true)
    expect(hasRoomFor(many(most, wish), wish)).toBe(false)
  }
})
