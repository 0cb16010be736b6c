import { ActiveFilterList } from '../../lib/rows/active-filter-list.tsx'
import { activeFilters } from '../../lib/rows/active-filters.ts'
import type { FilterPanelProps } from './prospect-filter-panel.tsx'

/** The list's active filters, each removable, and a button that clears all. */
export function ActiveFilters({ kind, filters, choices, onChange, onClear }: FilterPanelProps) {
  const active = activeFilters(kind, filters, { choices, columns: [] })
  return <ActiveFilterList active={active} onChange={onChange} onClear={onClear} />
}
