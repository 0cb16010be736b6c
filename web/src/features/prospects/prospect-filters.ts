import { COMPANY_FILTERS, PERSON_FILTERS } from '@leadlight/domain/filters'
import type { FilterBody } from '@leadlight/contract/filters'
import type { FilterState } from '../../lib/rows/filter-state.ts'
import { bodyOf, countSet, noFilters, queryOf, readState, searchParamsOf } from '../../lib/rows/filter-state.ts'
import type { FilterList } from '../../lib/rows/filter-words.ts'

export type PersonFilters = typeof PERSON_FILTERS
export type CompanyFilters = typeof COMPANY_FILTERS

export interface ProspectOrder {
  by: string
  direction: 'asc' | 'desc'
}

/** The filters of both lists; one list's own filters do not affect the other. */
export interface ProspectFilters extends FilterState<PersonFilters & CompanyFilters> {
  order: ProspectOrder
}

/** The filters and words of one of the two lists. */
export interface ProspectList extends FilterList<PersonFilters | CompanyFilters> {
  sorts: readonly string[]
}

export const DEFAULT_ORDER: ProspectOrder = { by: 'last_posted_at', direction: 'desc' }

/** Nothing is filtered; the order stays. */
export const CLEARED = noFilters({ ...PERSON_FILTERS, ...COMPANY_FILTERS })
export const NO_FILTERS: ProspectFilters = { ...CLEARED, order: DEFAULT_ORDER }

/** Dates and counts start descending, texts ascending. */
const FROM_THE_TOP: readonly string[] = ['last_posted_at', 'created_at', 'posts', 'people']

/** The filters in a URL. */
export function readFilters(kind: ProspectList, search: URLSearchParams): ProspectFilters {
  return {
    ...NO_FILTERS,
    ...readState(kind.filters, search),
    order: readOrder(kind, search.get('sort_by'), search.get('sort_order')),
  }
}

/** The URL's search params for filters, by the contract's names; inactive ones are left out. */
export function writeFilters(kind: ProspectList, filters: ProspectFilters): URLSearchParams {
  const search = searchParamsOf(kind.filters, filters)
  if (!isDefaultOrder(filters.order)) {
    search.set('sort_by', filters.order.by)
    search.set('sort_order', filters.order.direction)
  }
  return search
}

/** The filters as the body of a bulk call: all matches. Inactive ones are left out. */
export function bulkFilter<Of extends PersonFilters | CompanyFilters>(
  { filters }: { filters: Of },
  set: FilterState<Of>,
): FilterBody<Of> {
  return bodyOf(filters, set)
}

/** The list call's query; the order only if it is not the default. */
export function listQuery(kind: ProspectList, filters: ProspectFilters) {
  const { order } = filters
  return {
    ...queryOf(kind.filters, filters),
    ...(isDefaultOrder(order) ? {} : { sort_by: order.by, sort_order: order.direction }),
  }
}

/** The number of active filters; the order does not count, a text and its operator count as one. */
export function countFilters(kind: ProspectList, filters: ProspectFilters): number {
  return countSet(kind.filters, filters)
}

/** The order after a press on a heading: its first direction, then the other. */
export function orderAfterPress(order: ProspectOrder, by: string): ProspectOrder {
  if (order.by !== by) return { by, direction: firstDirection(by) }
  return { by, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

function readOrder(kind: ProspectList, by: string | null, direction: string | null): ProspectOrder {
  if (by === null || !kind.sorts.includes(by)) return DEFAULT_ORDER
  return { by, direction: direction === 'asc' || direction === 'desc' ? direction : firstDirection(by) }
}

function isDefaultOrder({ by, direction }: ProspectOrder): boolean {
  return by === DEFAULT_ORDER.by && direction === DEFAULT_ORDER.direction
}

function firstDirection(by: string): 'asc' | 'desc' {
  return FROM_THE_TOP.includes(by) ? 'desc' : 'asc'
}
