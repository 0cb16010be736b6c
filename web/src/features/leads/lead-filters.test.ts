import * as contract from '@leadlight/contract/leads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LeadFilters } from './lead-filters.ts'
import { bulkFilter, countFilters, listQuery, NO_FILTERS, readFilters, SORTS, writeFilters } from './lead-filters.ts'

const SIGNAL = '01920000-0000-7000-8000-000000000001'

const day = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const filters: fc.Arbitrary<LeadFilters> = fc.record({
  channels: fc.uniqueArray(fc.constantFrom('hacker_news', 'rss:https://a.example/x?y=1&z', 'stack exchange'), {
    maxLength: 3,
  }),
  signals: fc.uniqueArray(fc.uuid({ version: 7 }), { maxLength: 3 }),
  read: fc.constantFrom('read', 'unread', null),
  starred: fc.boolean(),
  deleted: fc.boolean(),
  text: fc.string({ maxLength: 40 }).map((text) => text.trim()),
  from: fc.option(day),
  to: fc.option(day),
  sort: fc.constantFrom('newest', 'oldest', 'score', 'found'),
})

describe('filters', () => {
  test('survive the way into the address and back', () => {
    fc.assert(
      fc.property(filters, (chosen) => {
        expect(readFilters(new URLSearchParams(writeFilters(chosen).toString()))).toEqual(chosen)
      }),
    )
  })

  test('are accepted by the contract, in the list call and in a bulk call', () => {
    fc.assert(
      fc.property(filters, (chosen) => {
        const query = listQuery({ ...chosen, text: chosen.text.replaceAll(/\p{Cc}/gu, '') })
        expect(contract.listLeads.query.safeParse(query).error).toBeUndefined()
        const filter = bulkFilter({ ...chosen, text: chosen.text.replaceAll(/\p{Cc}/gu, '') })
        expect(contract.BulkSelection.safeParse({ filter }).error).toBeUndefined()
      }),
    )
  })

  test('that do not narrow are not sent at all', () => {
    expect(listQuery(NO_FILTERS)).toEqual({})
    expect(writeFilters(NO_FILTERS).toString()).toBe('')
    expect(countFilters({ ...NO_FILTERS, sort: 'score' })).toBe(0)
  })

  test('say "all" by leaving it out', () => {
    expect(listQuery(readFilters(new URLSearchParams('channel=all&signal=all&read=all&q=')))).toEqual({})
  })

  test('send days as ISO instants, both ends inside', () => {
    const sent = listQuery({ ...NO_FILTERS, from: '2026-11-01', to: '2026-11-01' })
    expect(sent).toEqual({
      date_from: new Date(2026, 10, 1).toISOString(),
      date_to: new Date(2026, 10, 1, 23, 59, 59, 999).toISOString(),
    })
  })

  test.each(['from=2026-13-01', 'from=2026-02-30', 'to=yesterday', 'sort=constructor', 'signal=42', 'read=maybe'])(
    'pass over what cannot be one: %s',
    (search) => {
      expect(readFilters(new URLSearchParams(search))).toEqual(NO_FILTERS)
    },
  )

  test('name the order only where it is not the usual one', () => {
    expect(listQuery({ ...NO_FILTERS, signals: [SIGNAL], sort: 'score' })).toEqual({
      intent_signals: [SIGNAL],
      sort_by: 'score',
      sort_order: 'desc',
    })
    expect(SORTS[NO_FILTERS.sort]).toMatchObject({ by: 'posted_at', order: 'desc' })
  })
})
