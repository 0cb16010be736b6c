import type { ReactElement } from 'react'
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { Choice, ListFilter } from './filter-choices.ts'
import { countOf, FILTER_WORDS } from './filter-choices.ts'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import { useLeadCounts } from './use-lead-counts.ts'

interface FilterMenuProps extends Pick<FilterBarProps, 'projectId' | 'filters' | 'onChange'> {
  filter: ListFilter
  choices: readonly Choice[]
  trigger: ReactElement
}

/** The choices of one filter, each with how many leads it would show; several can be chosen. */
export function FilterMenu({ trigger, ...props }: FilterMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start" className="max-w-80">
        <Choices {...props} />
      </MenuContent>
    </Menu>
  )
}

/** Stands only while the menu is open, so that the counts are asked for then. */
function Choices({ projectId, filters, onChange, filter, choices }: Omit<FilterMenuProps, 'trigger'>) {
  const counts = useLeadCounts(projectId, filters)
  const chosen = filters[filter]
  return (
    <>
      {choices.map((choice) => (
        <MenuCheckboxItem
          key={choice.id}
          checked={chosen.includes(choice.id)}
          onCheckedChange={(on) => onChange({ [filter]: toggled(chosen, choice.id, on) })}
          onSelect={(event) => event.preventDefault()}
        >
          <ChoiceName choice={choice} />
          <ChoiceCount count={countOf(counts, filter, choice.id)} />
        </MenuCheckboxItem>
      ))}
      {chosen.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange({ [filter]: [] })}>All {FILTER_WORDS[filter].noun}</MenuItem>
        </>
      )}
    </>
  )
}

export function ChoiceName({ choice }: { choice: Choice }) {
  return (
    <span className="min-w-0 flex-1">
      {choice.color ? <StatusPill color={choice.color} name={choice.name} /> : choice.name}
    </span>
  )
}

/** How many leads a choice would show; keeps its place while that is not known. */
export function ChoiceCount({ count }: { count: string | null }) {
  return <span className="num min-w-5 text-right text-s text-ink-3">{count}</span>
}

export function toggled(chosen: readonly string[], id: string, on: boolean): string[] {
  return on ? [...chosen, id] : chosen.filter((one) => one !== id)
}
