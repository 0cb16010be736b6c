import type { QueryOf } from '@leadlight/contract/endpoint'
import type { BulkSelection, listLeads } from '@leadlight/contract/leads'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import type { FilterState } from '../../lib/rows/filter-state.ts'
import { addressOf, bodyOf, countSet, noFilters, queryOf, readState } from '../../lib/rows/filter-state.ts'
import { isId } from '../../lib/rows/is-id.ts'
import type { LeadOrder } from './lead-order.ts'
import { isDefaultOrder, readOrder, DEFAULT_ORDER } from './lead-order.ts'

export type ListQuery = QueryOf<typeof listLeads>
export type BulkFilter = Extract<BulkSelection, { filter: unknown }>['filter']

export interface LeadFilters extends FilterState<typeof LEAD_FILTERS> {
  order: LeadOrder
  /** The saved view these filters come from; they may have been changed since. */
  viewId: string | null
}

export const NO_FILTERS: LeadFilters = { ...noFilters(LEAD_FILTERS), order: DEFAULT_ORDER, viewId: null }

/** The filters an address asks for. */
export function readFilters(search: URLSearchParams): LeadFilters {
  const view = search.get('view')
  return {
    ...readState(LEAD_FILTERS, search),
    order: readOrder(search.get('sort_by'), search.get('sort_order')),
    viewId: view && isId(view) ? view : null,
  }
}

/** The address's search part for filters, named as the contract names them; whatever does not narrow is left out. */
export function writeFilters(filters: LeadFilters): URLSearchParams {
  const search = addressOf(LEAD_FILTERS, filters)
  if (!isDefaultOrder(filters.order)) {
    search.set('sort_by', filters.order.by)
    search.set('sort_order', filters.order.direction)
  }
  if (filters.viewId) search.set('view', filters.viewId)
  return search
}

/** What the list call is sent: empty filters omitted, the order only where it is not the usual one. */
export function listQuery(filters: LeadFilters): ListQuery {
  const { order } = filters
  return {
    ...countQuery(filters),
    ...(isDefaultOrder(order) ? {} : { sort_by: order.by, sort_order: order.direction }),
  }
}

/** The filters as a query string carries them, without an order. */
export function countQuery(filters: LeadFilters): ListQuery {
  return queryOf(LEAD_FILTERS, filters)
}

/** By what is counted how many of a list are unread: its other filters. */
export function unreadQuery({ read: _read, sort_by: _by, sort_order: _order, ...query }: ListQuery): ListQuery {
  return query
}

/** The same filters as a bulk call's body names them: all leads that match. */
export function bulkFilter(filters: LeadFilters): BulkFilter {
  return bodyOf(LEAD_FILTERS, filters)
}

/** How many filters narrow the list; the order does not count. */
export function countFilters(filters: LeadFilters): number {
  return countSet(LEAD_FILTERS, filters)
}
