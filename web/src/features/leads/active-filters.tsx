import type { SmartColumn } from '@leadlight/contract/columns'
import type { Active as ActiveFilter } from '../../lib/rows/active-filter-list.tsx'
import { ActiveFilterList } from '../../lib/rows/active-filter-list.tsx'
import { operatorWords } from '../../lib/rows/text-operators.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { isTextFilter, withColumnFilter } from './column-filters.ts'
import type { FilterNames, ListFilter } from './filter-choices.ts'
import { choicesOf } from './filter-choices.ts'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { PERIOD_WORDS } from '../../lib/rows/periods.ts'

type Active = ActiveFilter<LeadFilters>

/** Everything that narrows the list, each to be taken away by itself, or all at once. */
export function ActiveFilters({ projectId, filters, names, onChange, onClear }: FilterBarProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  return <ActiveFilterList active={activeFilters(filters, names, columns)} onChange={onChange} onClear={onClear} />
}

function activeFilters(filters: LeadFilters, names: FilterNames, columns: readonly SmartColumn[]): Active[] {
  const { text, period, from, to, leadIds, githubStates, read } = filters
  const flags: (Active | false)[] = [
    read !== null && { words: read === 'read' ? 'Read' : 'Unread', without: { read: null } },
    filters.starred && { words: 'Starred', without: { starred: false } },
    filters.deleted && { words: 'Deleted', without: { deleted: false } },
    text !== '' && { words: `"${text}"`, without: { text: '' } },
    period !== null && { words: PERIOD_WORDS[period], without: { period: null } },
    from !== null && { words: `From ${formatDate(from)}`, without: { from: null } },
    to !== null && { words: `To ${formatDate(to)}`, without: { to: null } },
    leadIds.length > 0 && { words: formatCount(leadIds.length, 'chosen lead'), without: { leadIds: [] } },
  ]
  const github = githubStates.map((state) => ({
    words: state === 'OPEN' ? 'Open on GitHub' : 'Closed on GitHub',
    without: { githubStates: githubStates.filter((one) => one !== state) },
  }))
  return [
    ...(['statuses', 'signals', 'channels'] as const).flatMap((filter) => chosenOf(filter, filters, names)),
    ...flags.filter((one) => one !== false),
    ...github,
    ...columnsOf(filters, columns),
  ]
}

function chosenOf(filter: ListFilter, filters: LeadFilters, names: FilterNames): Active[] {
  return choicesOf(filter, names, filters)
    .filter(({ id }) => filters[filter].includes(id))
    .map(({ id, name }) => ({ words: name, without: { [filter]: filters[filter].filter((one) => one !== id) } }))
}

function columnsOf({ columns: filters }: LeadFilters, columns: readonly SmartColumn[]): Active[] {
  return filters.map((filter) => {
    const name = columns.find((column) => column.id === filter.column_id)?.name ?? 'A smart column'
    return {
      words: `${name}${isTextFilter(filter) ? ` ${operatorWords(filter.operator, filter.text_value)}` : filter.bool_value ? ': yes' : ': no'}`,
      without: { columns: withColumnFilter(filters, filter.column_id, null) },
    }
  })
}
