import { ChevronDown, ListFilter as FilterIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Ref } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { SearchInput } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import type { FilterNames, ListFilter } from './filter-choices.ts'
import { choicesOf, FILTER_WORDS } from './filter-choices.ts'
import type { LeadFilters } from './lead-filters.ts'
import { countFilters } from './lead-filters.ts'

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
  /** How many unread leads the other filters let through, in words; null where there are none. */
  unreadCount: string | null
  /** How many pass the filters; null while that is not known. */
  total: number | null
  isTotalCapped: boolean
  searchRef: Ref<HTMLInputElement>
}

const ON = 'border-transparent! bg-accent-soft! text-accent!'

/** What narrows the list: text, unread, status, signals, channels, the rest behind "More"; below, what is set. */
export function LeadFilterBar(props: FilterBarProps) {
  const { filters, onChange, unreadCount } = props
  const count = countFilters(filters)
  const hiddenCount = countHidden(filters)
  return (
    <div className="grid gap-2 border-b px-3.5 pb-2.5">
      <TextFilter {...props} />
      <div className="flex flex-wrap gap-1.5">
        <ChipButton
          pressed={filters.read === 'unread'}
          onClick={() => onChange({ read: filters.read === 'unread' ? null : 'unread' })}
        >
          Unread {unreadCount !== null && <b className="num font-semibold">{unreadCount}</b>}
        </ChipButton>
        <span className="contents max-sm:hidden">
          <ListFilterChip {...props} filter="statuses" />
          <ListFilterChip {...props} filter="signals" />
          <ListFilterChip {...props} filter="channels" />
          <OnDemand
            opens="dialog"
            trigger={
              <ChipButton className={hiddenCount > 0 ? ON : undefined}>
                <FilterIcon aria-hidden="true" className="@max-[460px]/column:hidden" />
                More {hiddenCount > 0 && <b className="num font-semibold">{hiddenCount}</b>}
              </ChipButton>
            }
          >
            {(trigger) => <MoreFilters {...props} trigger={trigger} />}
          </OnDemand>
        </span>
        <span className="sm:hidden">
          <OnDemand
            opens="dialog"
            trigger={
              <ChipButton className={count > 0 ? ON : undefined}>
                <FilterIcon aria-hidden="true" />
                Filters {count > 0 && <b className="num font-semibold">{count}</b>}
              </ChipButton>
            }
          >
            {(trigger) => <FilterSheet {...props} trigger={trigger} />}
          </OnDemand>
        </span>
      </div>
      {count > 0 && (
        <Suspense>
          <ActiveFilters {...props} />
        </Suspense>
      )}
    </div>
  )
}

/** How many filters behind "More" narrow the list. */
function countHidden(filters: LeadFilters): number {
  const read = filters.read === 'unread' ? null : filters.read
  return countFilters({ ...filters, statuses: [], signals: [], channels: [], text: '', read })
}

function ListFilterChip({ filter, ...props }: FilterBarProps & { filter: ListFilter }) {
  const { filters, names } = props
  const chosen = filters[filter]
  const { noun, one } = FILTER_WORDS[filter]
  const choices = choicesOf(filter, names, filters)
  const only = chosen.length === 1 ? choices.find((choice) => choice.id === chosen[0])?.name : undefined
  return (
    <OnDemand
      trigger={
        <ChipButton
          className={chosen.length > 0 ? `max-w-40 ${ON}` : 'max-w-40'}
          disabled={choices.length === 0 && chosen.length === 0}
        >
          <span className="inline-block truncate first-letter:uppercase">
            {chosen.length === 0 ? (
              <>
                <span className="sr-only">Any </span>
                {one}
              </>
            ) : (
              (only ?? formatCount(chosen.length, one, noun))
            )}
          </span>
          <ChevronDown aria-hidden="true" className="shrink-0" />
        </ChipButton>
      }
    >
      {(trigger) => <FilterMenu {...props} filter={filter} choices={choices} trigger={trigger} />}
    </OnDemand>
  )
}

const TYPING_PAUSE_MS = 300

function TextFilter({ filters, onChange, total, isTotalCapped, searchRef }: FilterBarProps) {
  const [text, setText] = useState(filters.text)
  const sent = useRef(filters.text)
  useEffect(() => {
    if (filters.text === sent.current) return
    sent.current = filters.text
    setText(filters.text)
  }, [filters.text])
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = trimmed
      onChange({ text: trimmed })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  const placeholder = !total
    ? 'Search leads'
    : `Search ${isTotalCapped ? `${formatNumber(total)}+ leads` : formatCount(total, 'lead')}`
  return (
    <SearchInput
      ref={searchRef}
      label="Search leads"
      icon={<Search aria-hidden="true" />}
      trailing={text === '' && <Kbd>/</Kbd>}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text === '') event.currentTarget.blur()
      }}
    />
  )
}
