import { cloneElement, useState } from 'react'
import type { ComponentProps, ReactElement } from 'react'
import { ChoiceName } from '../../lib/rows/choice-menu.tsx'
import type { Choice } from '../../lib/rows/choices.ts'
import { toggled } from '../../lib/rows/choices.ts'
import { DateFilter } from '../../lib/rows/date-filter.tsx'
import { ChoiceFields, ConditionFields, FlagFields } from '../../lib/rows/filter-fields.tsx'
import { CheckLine, Group } from '../../lib/rows/filter-group.tsx'
import { Button } from '../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { ListFilter } from './prospect-choices.ts'
import { LIST_FILTERS } from './prospect-choices.ts'
import { DATES_TITLE } from './prospect-filter-words.ts'
import type { ProspectList, ProspectFilters } from './prospect-filters.ts'
import { countFilters } from './prospect-filters.ts'
import type { ProspectKind } from './prospect-kind.ts'

export interface FilterPanelProps {
  kind: ProspectList & Pick<ProspectKind<never>, 'noun'>
  filters: ProspectFilters
  choices: Record<ListFilter, Choice[]>
  onChange: (change: Partial<ProspectFilters>) => void
  onClear: () => void
}

type Trigger = ReactElement<ComponentProps<'button'>>

/** The filters without a chip of their own, in a panel. */
export function MoreFilters({ trigger, ...props }: FilterPanelProps & { trigger: Trigger }) {
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
export function FilterSheet({ trigger, ...props }: FilterPanelProps & { trigger: Trigger }) {
  const { kind, filters, choices, onChange } = props
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
              Show {kind.noun.several}
            </Button>
            <ClearFilters {...props} />
          </>
        }
      >
        <div className="grid gap-5 px-4 pb-6">
          {LIST_FILTERS.map(
            (filter) =>
              choices[filter].length > 0 && (
                <Group key={filter} title={kind.words[filter].one}>
                  {choices[filter].map((choice) => (
                    <CheckLine
                      key={choice.id}
                      checked={filters[filter].includes(choice.id)}
                      onChange={(on) => onChange({ [filter]: toggled(filters[filter], choice.id, on) })}
                    >
                      <ChoiceName choice={choice} />
                    </CheckLine>
                  ))}
                </Group>
              ),
          )}
          <DateFilter title={DATES_TITLE} labels={kind.words} dates={filters} onChange={onChange} />
          <FurtherFilters {...props} />
        </div>
      </Sheet>
    </>
  )
}

function FurtherFilters({ kind, filters, onChange }: FilterPanelProps) {
  const fields = { list: kind, state: filters, onChange }
  return (
    <>
      <ConditionFields {...fields} />
      <FlagFields {...fields} />
      <ChoiceFields {...fields} />
    </>
  )
}

function ClearFilters({ kind, filters, onClear }: FilterPanelProps) {
  if (countFilters(kind, filters) === 0) return null
  return (
    <Button variant="quiet" size="s" className="justify-self-start" onClick={onClear}>
      Clear all filters
    </Button>
  )
}
