import type { ColumnValueFilter } from '@leadlight/contract/columns'
import { COLUMN_TEXT_MAX, TEXT_OPERATORS } from '@leadlight/domain/columns'
import { COLUMN_FILTERS_MAX } from '@leadlight/domain/filters'
import { isId } from './is-id.ts'
import { needsText } from './text-operators.ts'

export type TextFilter = Extract<ColumnValueFilter, { text_value?: unknown }>

export function isTextFilter(filter: ColumnValueFilter): filter is TextFilter {
  return !('bool_value' in filter)
}

/** Smart-column filters from a URL's JSON, one for each column; invalid entries are skipped. */
export function readColumnFilters(json: string | null): ColumnValueFilter[] {
  const byColumn = new Map<string, ColumnValueFilter>()
  for (const given of parseList(json)) {
    const filter = columnFilter(given)
    if (filter) byColumn.set(filter.column_id, filter)
  }
  return [...byColumn.values()].slice(0, COLUMN_FILTERS_MAX)
}

/** The list with a column's filter replaced or removed. */
export function withColumnFilter(
  filters: readonly ColumnValueFilter[],
  columnId: string,
  filter: ColumnValueFilter | null,
): ColumnValueFilter[] {
  const others = filters.filter((one) => one.column_id !== columnId)
  return filter ? [...others, filter] : others
}

function parseList(json: string | null): unknown[] {
  if (!json) return []
  try {
    const parsed: unknown = JSON.parse(json)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    // An invalid link opens without the filter.
    return []
  }
}

function columnFilter(given: unknown): ColumnValueFilter | null {
  if (typeof given !== 'object' || given === null) return null
  const { column_id, operator, bool_value, text_value } = given as Record<string, unknown>
  if (typeof column_id !== 'string' || !isId(column_id)) return null
  if (operator === 'equals' && typeof bool_value === 'boolean') return { column_id, operator, bool_value }
  const known = TEXT_OPERATORS.find((one) => one === operator)
  if (!known) return null
  if (!needsText(known)) return { column_id, operator: known }
  const text = typeof text_value === 'string' ? text_value.trim().slice(0, COLUMN_TEXT_MAX) : ''
  return text === '' ? null : { column_id, operator: known, text_value: text }
}
