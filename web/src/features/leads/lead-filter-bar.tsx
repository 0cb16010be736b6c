import { lazy, Suspense } from 'react'
import type { Ref } from 'react'
import { ChoiceChip } from '../../lib/rows/choice-chip.tsx'
import { DateChip } from '../../lib/rows/date-chip.tsx'
import { FilterChips } from '../../lib/rows/filter-chips.tsx'
import { SearchBox } from '../../lib/rows/search-box.tsx'
import { useStable } from '../../lib/use-stable.ts'
import { ChipButton } from '../../ui/chip.tsx'
import type { FilterNames, ListFilter } from './filter-choices.ts'
import { choicesOf, LIST_FILTERS } from './filter-choices.ts'
import { DATES_TITLE, LEAD_FILTER_WORDS } from './lead-filter-words.ts'
import type { LeadFilters } from './lead-filters.ts'
import { countFilters, NO_FILTERS } from './lead-filters.ts'

const FilterMenu = lazy(async () => ({ default: (await import('./filter-menu.tsx')).FilterMenu }))
const MoreFilters = lazy(async () => ({ default: (await import('./filter-panel.tsx')).MoreFilters }))
const FilterSheet = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterSheet }))
const ActiveFilters = lazy(async () => ({ default: (await import('./active-filters.tsx')).ActiveFilters }))

export interface FilterBarProps {
  projectId: string
  filters: LeadFilters
  names: FilterNames
  onChange: (change: Partial<LeadFilters>) => void
  onClear: () => void
  /** How many unread leads match the other filters, in words; null if there are none. */
  unreadCount: string | null
  /** How many leads match; null while it loads. */
  total: number | null
  isTotalCapped: boolean
  searchRef: Ref<HTMLInputElement>
}

/** The list's filters: text, unread, status, signals, channels, dates, the rest behind "More"; below, the active ones. */
export function LeadFilterBar(props: FilterBarProps) {
  const { filters, onChange, unreadCount } = props
  const count = countFilters(filters)
  const hiddenCount = countHidden(filters)
  return (
    <div className="grid gap-2 border-b px-3.5 pb-2.5">
      <TextFilter {...props} />
      {/* Beside the reading pane the chips must still fit on one line. */}
      <div className="flex flex-wrap gap-1.5 sm:@max-[460px]/column:gap-1 sm:@max-[460px]/column:[&_button]:px-2">
        <ChipButton
          pressed={filters.read === false}
          onClick={() => onChange({ read: filters.read === false ? null : false })}
        >
          Unread {unreadCount !== null && <b className="num font-semibold">{unreadCount}</b>}
        </ChipButton>
        <FilterChips
          hiddenCount={hiddenCount}
          count={count}
          renderMore={(trigger) => <MoreFilters {...props} trigger={trigger} />}
          renderSheet={(trigger) => <FilterSheet {...props} trigger={trigger} />}
        >
          {LIST_FILTERS.map((filter) => (
            <ListFilterChip key={filter} {...props} filter={filter} />
          ))}
          <DateChip title={DATES_TITLE} labels={LEAD_FILTER_WORDS} dates={filters} onChange={onChange} />
        </FilterChips>
      </div>
      {count > 0 && (
        <Suspense>
          <ActiveFilters {...props} />
        </Suspense>
      )}
    </div>
  )
}

/** How many filters behind "More" are active. */
function countHidden(filters: LeadFilters): number {
  const read = filters.read === false ? null : filters.read
  const shown = Object.fromEntries(LIST_FILTERS.map((filter) => [filter, NO_FILTERS[filter]]))
  return countFilters({ ...filters, ...shown, text: '', read, period: null, from: null, to: null })
}

function ListFilterChip({ filter, ...props }: FilterBarProps & { filter: ListFilter }) {
  const { filters, names } = props
  const choices = choicesOf(filter, names, filters)
  return (
    <ChoiceChip words={LEAD_FILTER_WORDS[filter]} choices={choices} chosen={filters[filter]}>
      {(trigger) => <FilterMenu {...props} filter={filter} choices={choices} trigger={trigger} />}
    </ChoiceChip>
  )
}

const NOUN = { one: 'lead', several: 'leads' }

function TextFilter({ filters, onChange, total, isTotalCapped, searchRef }: FilterBarProps) {
  const onText = useStable((text: string) => onChange({ text }))
  return (
    <SearchBox
      ref={searchRef}
      label={LEAD_FILTER_WORDS.text}
      noun={NOUN}
      text={filters.text}
      onText={onText}
      total={total}
      isTotalCapped={isTotalCapped}
    />
  )
}
