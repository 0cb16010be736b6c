import type { ReactElement } from 'react'
import { useState } from 'react'
import { cloneElement } from 'react'
import type { ComponentProps } from 'react'
import { ChoiceName } from '../../lib/rows/choice-menu.tsx'
import { toggled } from '../../lib/rows/choices.ts'
import { CheckLine, Group } from '../../lib/rows/filter-group.tsx'
import { Button } from '../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ColumnFilters } from './column-filter-fields.tsx'
import { DateFilter } from '../../lib/rows/date-filter.tsx'
import { ChoiceFields, ConditionFields, FlagFields } from '../../lib/rows/filter-fields.tsx'
import type { ListFilter } from './filter-choices.ts'
import { choicesOf, LIST_FILTERS } from './filter-choices.ts'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import { DATES_TITLE, LEAD_FILTER_WORDS, LEAD_LIST } from './lead-filter-words.ts'
import { countFilters } from './lead-filters.ts'
import { useLeadCounts } from './use-lead-counts.ts'

/** The filters without a chip of their own, in a panel. */
export function MoreFilters({ trigger, ...props }: FilterBarProps & { trigger: ReactElement }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent label="More filters" className="grid w-84 gap-4">
        <FurtherFilters {...props} />
        <ClearFilters {...props} />
      </PopoverContent>
    </Popover>
  )
}

/** All filters, for small screens. */
export function FilterSheet({
  trigger,
  ...props
}: FilterBarProps & { trigger: ReactElement<ComponentProps<'button'>> }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) })}
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title="Filters"
        footer={
          <>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Show leads
            </Button>
            <ClearFilters {...props} />
          </>
        }
      >
        <div className="grid gap-5 px-4 pb-6">
          {LIST_FILTERS.map((filter) => (
            <ListFilterGroup key={filter} {...props} filter={filter} />
          ))}
          <DateFilter title={DATES_TITLE} labels={LEAD_FILTER_WORDS} dates={props.filters} onChange={props.onChange} />
          <FurtherFilters {...props} />
        </div>
      </Sheet>
    </>
  )
}

function FurtherFilters(props: FilterBarProps) {
  const { projectId, filters, onChange } = props
  const counts = useLeadCounts(projectId, filters)
  const fields = { list: LEAD_LIST, state: filters, onChange, countOf: counts.of }
  return (
    <>
      <FlagFields {...fields} />
      <ChoiceFields {...fields} />
      <ConditionFields {...fields} />
      <ColumnFilters
        title={LEAD_FILTER_WORDS.columns}
        projectId={projectId}
        filters={filters.columns}
        onChange={(columns) => onChange({ columns })}
      />
    </>
  )
}

function ClearFilters({ filters, onClear }: FilterBarProps) {
  if (countFilters(filters) === 0) return null
  return (
    <Button variant="quiet" size="s" className="justify-self-start" onClick={onClear}>
      Clear all filters
    </Button>
  )
}

function ListFilterGroup({ filter, projectId, filters, names, onChange }: FilterBarProps & { filter: ListFilter }) {
  const counts = useLeadCounts(projectId, filters)
  const choices = choicesOf(filter, names, filters)
  if (choices.length === 0) return null
  return (
    <Group title={LEAD_FILTER_WORDS[filter].one}>
      {choices.map((choice) => (
        <CheckLine
          key={choice.id}
          checked={filters[filter].includes(choice.id)}
          onChange={(on) => onChange({ [filter]: toggled(filters[filter], choice.id, on) })}
          count={counts.of(filter, choice.id)}
        >
          <ChoiceName choice={choice} />
        </CheckLine>
      ))}
    </Group>
  )
}
