import { ActiveFilterList } from '../../lib/rows/active-filter-list.tsx'
import { activeFilters } from '../../lib/rows/active-filters.ts'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { allChoices } from './filter-choices.ts'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import { LEAD_LIST } from './lead-filter-words.ts'

/** The list's active filters, each removable, and a button that clears all. */
export function ActiveFilters({ projectId, filters, names, onChange, onClear }: FilterBarProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  const active = activeFilters(LEAD_LIST, filters, { choices: allChoices(names, filters), columns })
  return <ActiveFilterList active={active} onChange={onChange} onClear={onClear} />
}
