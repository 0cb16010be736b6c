import { expect, test } from 'vitest'
import { NO_FILTERS, queryOf } from './ledger-filters.tsx'

const now = new Date('2026-11-23T18:00:00Z')

test('the query has the active filters, and nothing else', () => {
  expect(queryOf({ ...NO_FILTERS, shown: 'all' }, now)).toEqual({})
  expect(queryOf({ ...NO_FILTERS, shown: 'spent', projectId: 'p', accountId: 'a' }, now)).toEqual({
    kind: ['charge', 'refund'],
    project_id: 'p',
    account_id: 'a',
  })
})

test.each([
  ['7', '2026-11-17T00:00:00.000Z'],
  ['30', '2026-10-25T00:00:00.000Z'],
] as const)('a filter of %s days ends today', (time, since) => {
  expect(queryOf({ ...NO_FILTERS, shown: 'all', time }, now)).toEqual({ date_from: since })
})
