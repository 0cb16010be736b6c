import type { QueryOf } from '@leadlight/contract/endpoint'
import type { BulkSelection, listLeads } from '@leadlight/contract/leads'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import type { FilterState } from '../../lib/rows/filter-state.ts'
import { bodyOf, countSet, noFilters, queryOf, readState, searchParamsOf } from '../../lib/rows/filter-state.ts'
import { isId } from '../../lib/rows/is-id.ts'
import type { LeadOrder } from './lead-order.ts'
import { DEFAULT_ORDER, isDefaultOrder, readOrder } from './lead-order.ts'

export type ListQuery = QueryOf<typeof listLeads>
export type BulkFilter = Extract<BulkSelection, { filter: unknown }>['filter']

export interface LeadFilters extends FilterState<typeof LEAD_FILTERS> {
  order: LeadOrder
  /** The saved view the filters come from; they may have changed since. */
  viewId: string | null
}

/** Nothing is filtered; the order stays. */
export const CLEARED = { ...noFilters(LEAD_FILTERS), viewId: null } satisfies Partial<LeadFilters>
export const NO_FILTERS: LeadFilters = { ...CLEARED, order: DEFAULT_ORDER }

/** The filters in a URL. */
export function readFilters(search: URLSearchParams): LeadFilters {
  const view = search.get('view')
  return {
    ...readState(LEAD_FILTERS, search),
    order: readOrder(search.get('sort_by'), search.get('sort_order')),
    viewId: view && isId(view) ? view : null,
  }
}

/** The URL's search params for filters, by the contract's names; inactive ones are left out. */
export function writeFilters(filters: LeadFilters): URLSearchParams {
  const search = searchParamsOf(LEAD_FILTERS, filters)
  if (!isDefaultOrder(filters.order)) {
    search.set('sort_by', filters.order.by)
    search.set('sort_order', filters.order.direction)
  }
  if (filters.viewId) search.set('view', filters.viewId)
  return search
}

/** The list call's query: active filters, and the order unless it is the default. */
export function listQuery(filters: LeadFilters): ListQuery {
  const { order } = filters
  return {
    ...countQuery(filters),
    ...(isDefaultOrder(order) ? {} : { sort_by: order.by, sort_order: order.direction }),
  }
}

/** The filters as query parameters, without an order. */
export function countQuery(filters: LeadFilters): ListQuery {
  return queryOf(LEAD_FILTERS, filters)
}

/** The query that counts a list's unread leads: its other filters. */
export function unreadQuery({ read: _read, sort_by: _by, sort_order: _order, ...query }: ListQuery): ListQuery {
  return query
}

/** The filters as the body of a bulk call: all leads that match. */
export function bulkFilter(filters: LeadFilters): BulkFilter {
  return bodyOf(LEAD_FILTERS, filters)
}

/** The number of active filters; the order does not count. */
export function countFilters(filters: LeadFilters): number {
  return countSet(LEAD_FILTERS, filters)
}
