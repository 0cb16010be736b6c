import * as contract from '@leadlight/contract/leads'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { LEAD_SORTS } from '@leadlight/domain/leads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LeadFilters } from './lead-filters.ts'
import { bulkFilter, countFilters, listQuery, NO_FILTERS, readFilters, writeFilters } from './lead-filters.ts'
import { columnSort, DEFAULT_ORDER } from './lead-order.ts'
import { instantOfDay, periodStart } from '../../lib/rows/periods.ts'
import { anyState } from '../../lib/rows/testing/any-filters.ts'

const SIGNAL = '01920000-0000-7000-8000-000000000001'

const id = fc.uuid({ version: 7 })
const filters: fc.Arbitrary<LeadFilters> = fc
  .tuple(
    anyState(LEAD_FILTERS),
    fc.record({
      order: fc.record({
        by: fc.oneof(fc.constantFrom(...LEAD_SORTS), id.map(columnSort)),
        direction: fc.constantFrom('asc', 'desc'),
      }),
      viewId: fc.option(id),
    }),
  )
  .map(([state, others]) => ({ ...state, ...others }))

describe('filters', () => {
  test('survive a round trip through the URL', () => {
    fc.assert(
      fc.property(filters, (chosen) => {
        expect(readFilters(new URLSearchParams(writeFilters(chosen).toString()))).toEqual(chosen)
      }),
    )
  })

  test('are accepted by the contract, in the list call and in a bulk call', () => {
    fc.assert(
      fc.property(filters, (chosen) => {
        const query = listQuery(chosen)
        expect(contract.listLeads.query.safeParse(query).error).toBeUndefined()
        const filter = bulkFilter(chosen)
        expect(contract.BulkSelection.safeParse({ filter }).error).toBeUndefined()
      }),
    )
  })

  test('that are inactive are not sent at all', () => {
    expect(listQuery(NO_FILTERS)).toEqual({})
    expect(writeFilters(NO_FILTERS).toString()).toBe('')
    expect(countFilters({ ...NO_FILTERS, order: { by: 'score', direction: 'desc' }, viewId: SIGNAL })).toBe(0)
  })

  test('mean "all" if left out', () => {
    const all = 'status_config_id=all&data_source_filters=all&intent_signals=all&read=all&search_text='
    expect(listQuery(readFilters(new URLSearchParams(all)))).toEqual({})
  })

  test('send days as ISO instants, both ends included', () => {
    const from = instantOfDay('2026-11-01', 'start')
    const to = instantOfDay('2026-11-01', 'end')
    expect(listQuery({ ...NO_FILTERS, from, to })).toEqual({
      date_from: new Date(2026, 10, 1).toISOString(),
      date_to: new Date(2026, 10, 1, 23, 59, 59, 999).toISOString(),
    })
  })

  test('of the last days begin at midnight, so a view with them stays relative', () => {
    const noon = new Date(2026, 10, 21, 12)
    expect(periodStart('today', noon)).toBe(new Date(2026, 10, 21).toISOString())
    expect(periodStart('7d', noon)).toBe(new Date(2026, 10, 15).toISOString())
    expect(listQuery({ ...NO_FILTERS, period: '30d' })).toEqual({ date_from: periodStart('30d', new Date()) })
  })

  test('of smart columns are JSON in the URL and objects in a body', () => {
    const columns = [{ column_id: SIGNAL, operator: 'contains' as const, text_value: 'nagios' }]
    expect(listQuery({ ...NO_FILTERS, columns })).toEqual({ smart_column_values: JSON.stringify(columns) })
    expect(bulkFilter({ ...NO_FILTERS, columns })).toEqual({ smart_column_values: columns })
  })

  test('take a day for all of it, in the reader’s time zone', () => {
    expect(readFilters(new URLSearchParams('date_from=2026-11-01&date_to=2026-11-02'))).toMatchObject({
      from: new Date(2026, 10, 1).toISOString(),
      to: new Date(2026, 10, 2, 23, 59, 59, 999).toISOString(),
    })
  })

  test.each([
    'date_from=2026-13-01',
    'date_to=yesterday',
    'period=10y',
    'sort_by=constructor',
    'sort_by=column:7',
    'intent_signals=42',
    'read=maybe',
    'status_config_id=x',
    'github_issue_states=MERGED',
    'lead_ids=1',
    'view=mine',
    'smart_column_values=[',
    'smart_column_values={}',
    `smart_column_values=[null,7,{"column_id":"${SIGNAL}","operator":"matches"}]`,
    `smart_column_values=[{"column_id":"${SIGNAL}","operator":"contains","text_value":" "}]`,
  ])('ignore invalid values: %s', (search) => {
    expect(readFilters(new URLSearchParams(search))).toEqual(NO_FILTERS)
  })

  test('name the order only if it is not the default', () => {
    expect(listQuery({ ...NO_FILTERS, signals: [SIGNAL], order: { by: 'score', direction: 'desc' } })).toEqual({
      intent_signals: [SIGNAL],
      sort_by: 'score',
      sort_order: 'desc',
    })
    expect(DEFAULT_ORDER).toEqual({ by: 'posted_at', direction: 'desc' })
  })
})
