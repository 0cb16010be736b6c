import * as contract from '@leadlight/contract/leads'
import * as prospects from '@leadlight/contract/prospects'
import { COMPANY_FILTERS, LEAD_FILTERS, PERSON_FILTERS } from '@leadlight/domain/filters'
import type { Filters } from '@leadlight/domain/filters'
import { CHANNEL_ID_CHARACTERS_MAX } from '@leadlight/domain/leads'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { bodyOf, countSet, noFilters, queryOf, readState, searchParamsOf } from './filter-state.ts'
import { anyState } from './testing/any-filters.ts'

// A period is sent as its first moment: with a running clock, query and body would differ now and then.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe.each<[string, Filters, z.ZodObject, z.ZodType]>([
  ['leads', LEAD_FILTERS, contract.LeadFilter, contract.BulkFilter],
  ['people', PERSON_FILTERS, prospects.PersonFilter, prospects.PersonBulkFilter],
  ['companies', COMPANY_FILTERS, prospects.CompanyFilter, prospects.CompanyBulkFilter],
])('the filters of %s', (_, filters, query, body) => {
  test('survive a round trip through the URL', () => {
    fc.assert(
      fc.property(anyState(filters), (state) => {
        const search = new URLSearchParams(searchParamsOf(filters, state).toString())
        expect(readState(filters, search)).toEqual(state)
      }),
    )
  })

  test('are accepted by the contract, in a query and in a body, with the same meaning', () => {
    fc.assert(
      fc.property(anyState(filters), (state) => {
        const inQuery = query.strict().safeParse(queryOf(filters, state))
        const inBody = body.safeParse(bodyOf(filters, state))
        expect([inQuery.error, inBody.error]).toEqual([undefined, undefined])
        expect(inQuery.data).toEqual(inBody.data)
      }),
    )
  })

  test('that are inactive are not sent at all', () => {
    const none = noFilters(filters)
    expect(bodyOf(filters, none)).toEqual({})
    expect(searchParamsOf(filters, none).toString()).toBe('')
    expect(countSet(filters, none)).toBe(0)
  })
})

test('choices are the same filter in any order', () => {
  const written = (githubStates: readonly ('OPEN' | 'CLOSED')[]) =>
    searchParamsOf(LEAD_FILTERS, { ...noFilters(LEAD_FILTERS), githubStates }).toString()
  expect(written(['CLOSED', 'OPEN'])).toBe(written(['OPEN', 'CLOSED']))
})

test('from one day to another counts as one filter, and so does either end', () => {
  const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z']
  const counted = [{ from, to }, { from }, { to }].map((dates) =>
    countSet(LEAD_FILTERS, { ...noFilters(LEAD_FILTERS), ...dates }),
  )
  expect(counted).toEqual([1, 1, 1])
})

test('a text with its operator counts as one filter, and so do several choices or a period', () => {
  const location = { operator: 'contains', text: 'Bern' } as const
  const state = { ...noFilters(PERSON_FILTERS), location, platforms: ['github', 'reddit'], period: '7d' } as const
  expect(countSet(PERSON_FILTERS, state)).toBe(3)
})

test('a channel’s id may have the maximum length, and no more', () => {
  const longest = 'c'.repeat(CHANNEL_ID_CHARACTERS_MAX)
  const search = new URLSearchParams(['x', longest, `${longest}c`].map((id) => [LEAD_FILTERS.channels.parameter, id]))
  expect(readState(LEAD_FILTERS, search).channels).toEqual(['x', longest])
})
