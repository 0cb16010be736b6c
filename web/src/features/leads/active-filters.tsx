import type { SmartColumn } from '@leadlight/contract/columns'
import { X } from 'lucide-react'
import { formatCount, formatDate } from '../../lib/format.ts'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import type { TextFilter } from './column-filters.ts'
import { isTextFilter, needsText, OPERATOR_WORDS, withColumnFilter } from './column-filters.ts'
import type { FilterNames, ListFilter } from './filter-choices.ts'
import { choicesOf } from './filter-choices.ts'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import type { LeadFilters } from './lead-filters.ts'
import { PERIOD_WORDS } from './periods.ts'

interface Active {
  words: string
  /** The change that takes it away. */
  without: Partial<LeadFilters>
}

/** Everything that narrows the list, each to be taken away by itself, or all at once. */
export function ActiveFilters({ projectId, filters, names, onChange, onClear }: FilterBarProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap gap-1.5">
      {activeFilters(filters, names, columns).map(({ words, without }) => (
        <li key={words} className="max-w-full">
          <button
            type="button"
            aria-label={`Take away: ${words}`}
            onClick={() => onChange(without)}
            className="flex h-5.5 max-w-full items-center gap-1 rounded-full bg-sunken px-2 text-s text-ink-2 hover:bg-hover hover:text-ink"
          >
            <span className="truncate">{words}</span>
            <X aria-hidden="true" className="size-3 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="link text-s leading-5.5" onClick={onClear}>
          Clear all
        </button>
      </li>
    </ul>
  )
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
      words: `${name}${isTextFilter(filter) ? operatorWords(filter) : filter.bool_value ? ': yes' : ': no'}`,
      without: { columns: withColumnFilter(filters, filter.column_id, null) },
    }
  })
}

function operatorWords({ operator, text_value = '' }: TextFilter): string {
  const words = ` ${OPERATOR_WORDS[operator]}`
  return needsText(operator) ? `${words} "${text_value}"` : words
}
