import { lazy, Suspense } from 'react'
import type { Ref } from 'react'
import { ChoiceChip } from '../../lib/rows/choice-chip.tsx'
import { DateChip } from '../../lib/rows/date-chip.tsx'
import { FilterChips } from '../../lib/rows/filter-chips.tsx'
import { SearchBox } from '../../lib/rows/search-box.tsx'
import { useStable } from '../../lib/use-stable.ts'
import { LIST_FILTERS, useChoices } from './prospect-choices.ts'
import { DATES_TITLE } from './prospect-filter-words.ts'
import { countFilters, NO_FILTERS } from './prospect-filters.ts'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

const ChoiceMenu = lazy(async () => ({ default: (await import('../../lib/rows/choice-menu.tsx')).ChoiceMenu }))
const MoreFilters = lazy(async () => ({ default: (await import('./prospect-filter-panel.tsx')).MoreFilters }))
const FilterSheet = lazy(async () => ({ default: (await import('./prospect-filter-panel.tsx')).FilterSheet }))
const ActiveFilters = lazy(async () => ({ default: (await import('./prospect-active-filters.tsx')).ActiveFilters }))

interface ProspectFilterBarProps<Row extends ProspectRow> {
  prospects: Prospects<Row>
  searchRef: Ref<HTMLInputElement>
}

/** The list's filters: text, status, signals, platforms, dates, the rest behind "More"; below, the active ones. */
export function ProspectFilterBar<Row extends ProspectRow>({ prospects, searchRef }: ProspectFilterBarProps<Row>) {
  const { kind, projectId, statuses, list } = prospects
  const { filters, change, clear, count } = prospects.filters
  const choices = useChoices(projectId, statuses, filters)
  const shown = Object.fromEntries(LIST_FILTERS.map((filter) => [filter, NO_FILTERS[filter]]))
  const hiddenCount = countFilters(kind, { ...filters, ...shown, text: '', period: null, from: null, to: null })
  const onText = useStable((text: string) => change({ text }))
  const panel = { kind, filters, choices, onChange: change, onClear: clear }
  return (
    <div className="grid gap-2 border-b px-3.5 pb-2.5">
      <SearchBox
        ref={searchRef}
        label={kind.words.text}
        noun={kind.noun}
        text={filters.text}
        onText={onText}
        total={list.loaded?.total ?? null}
        isTotalCapped={list.loaded?.isTotalCapped ?? false}
      />
      {/* Beside the reading pane the chips must still fit on one line. */}
      <div className="flex flex-wrap gap-1.5 sm:@max-[460px]/column:gap-1 sm:@max-[460px]/column:[&_button]:px-2">
        <FilterChips
          hiddenCount={hiddenCount}
          count={count}
          renderMore={(trigger) => <MoreFilters {...panel} trigger={trigger} />}
          renderSheet={(trigger) => <FilterSheet {...panel} trigger={trigger} />}
        >
          {LIST_FILTERS.map((filter) => (
            <ChoiceChip key={filter} words={kind.words[filter]} choices={choices[filter]} chosen={filters[filter]}>
              {(trigger) => (
                <ChoiceMenu
                  choices={choices[filter]}
                  chosen={filters[filter]}
                  onChange={(chosen) => change({ [filter]: chosen })}
                  all={`All ${kind.words[filter].noun}`}
                  trigger={trigger}
                />
              )}
            </ChoiceChip>
          ))}
          <DateChip title={DATES_TITLE} labels={kind.words} dates={filters} onChange={change} />
        </FilterChips>
      </div>
      {count > 0 && (
        <Suspense>
          <ActiveFilters {...panel} />
        </Suspense>
      )}
    </div>
  )
}
