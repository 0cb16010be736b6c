import { ActiveFilterList } from '../../lib/rows/active-filter-list.tsx'
import { activeFilters } from '../../lib/rows/active-filters.ts'
import type { FilterPanelProps } from './prospect-filter-panel.tsx'

/** Everything that narrows the list, each to be taken away by itself, or all at once. */
export function ActiveFilters({ kind, filters, choices, onChange, onClear }: FilterPanelProps) {
  const active = activeFilters(kind, filters, { choices, columns: [] })
  return <ActiveFilterList active={active} onChange={onChange} onClear={onClear} />
}
