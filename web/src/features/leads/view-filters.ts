import type { View } from '@leadlight/contract/lead-work'
import type { LeadFilters } from './lead-filters.ts'
import { readFilters, writeFilters } from './lead-filters.ts'

/** Filters in a view's stored form: the list's query, without the view's id. */
export function viewQuery(filters: LeadFilters): string {
  return writeFilters({ ...filters, viewId: null }).toString()
}

/** The filters of a view. */
export function filtersOfView(view: Pick<View, 'id' | 'query'>): LeadFilters {
  return { ...readFilters(new URLSearchParams(view.query)), viewId: view.id }
}

/** Whether the filters have changed since the view was applied. */
export function isChanged(view: Pick<View, 'query'>, filters: LeadFilters): boolean {
  return viewQuery(readFilters(new URLSearchParams(view.query))) !== viewQuery(filters)
}
