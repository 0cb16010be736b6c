import type { ReactElement } from 'react'
import { Choices } from '../../lib/rows/choice-menu.tsx'
import type { Choice } from '../../lib/rows/choices.ts'
import { Menu, MenuContent, MenuTrigger } from '../../ui/menu.tsx'
import type { ListFilter } from './filter-choices.ts'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import { LEAD_FILTER_WORDS } from './lead-filter-words.ts'
import { useLeadCounts } from './use-lead-counts.ts'

interface FilterMenuProps extends Pick<FilterBarProps, 'projectId' | 'filters' | 'onChange'> {
  filter: ListFilter
  choices: readonly Choice[]
  trigger: ReactElement
}

/** The choices of one filter with their counts; several can be chosen. */
export function FilterMenu({ trigger, ...props }: FilterMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start" className="max-w-80">
        <CountedChoices {...props} />
      </MenuContent>
    </Menu>
  )
}

/** Mounted only while the menu is open, so the counts load then. */
function CountedChoices({ projectId, filters, onChange, filter, choices }: Omit<FilterMenuProps, 'trigger'>) {
  const counts = useLeadCounts(projectId, filters)
  return (
    <Choices
      choices={choices}
      chosen={filters[filter]}
      onChange={(chosen) => onChange({ [filter]: chosen })}
      all={`All ${LEAD_FILTER_WORDS[filter].noun}`}
      countOf={(id) => counts.of(filter, id)}
    />
  )
}
