import { cloneElement, useState } from 'react'
import type { ComponentProps, ReactElement } from 'react'
import { ChoiceName } from '../../lib/rows/choice-menu.tsx'
import type { Choice } from '../../lib/rows/choices.ts'
import { toggled } from '../../lib/rows/choices.ts'
import { DateFilter } from '../../lib/rows/date-filter.tsx'
import { CheckLine, Group } from '../../lib/rows/filter-group.tsx'
import { TextOperatorField } from '../../lib/rows/text-operator-field.tsx'
import type { TextCondition } from '../../lib/rows/text-operator-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { ListFilter } from './prospect-choices.ts'
import { FILTER_WORDS, LIST_FILTERS } from './prospect-choices.ts'
import type { FilterKind, ProspectFilters, TextField } from './prospect-filters.ts'
import { countFilters, TEXT_MAX } from './prospect-filters.ts'
import type { ProspectKind } from './prospect-kind.ts'

export interface FilterPanelProps {
  kind: FilterKind & Pick<ProspectKind<never>, 'noun' | 'fieldNames'>
  filters: ProspectFilters
  choices: Record<ListFilter, Choice[]>
  onChange: (change: Partial<ProspectFilters>) => void
  onClear: () => void
}

type Trigger = ReactElement<ComponentProps<'button'>>

/** The filters that have no chip of their own, in a panel below their chip. */
export function MoreFilters({ trigger, ...props }: FilterPanelProps & { trigger: Trigger }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent label="More filters" className="grid w-84 gap-4">
        <FurtherFilters {...props} />
      </PopoverContent>
    </Popover>
  )
}

/** All filters, on a small screen. */
export function FilterSheet({ trigger, ...props }: FilterPanelProps & { trigger: Trigger }) {
  const { kind, filters, choices, onChange } = props
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) })}
      <Sheet open={isOpen} onOpenChange={setOpen} title="Filters">
        <div className="grid gap-5 px-4 pb-6">
          {LIST_FILTERS.map(
            (filter) =>
              choices[filter].length > 0 && (
                <Group key={filter} title={FILTER_WORDS[filter].one}>
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
          <FurtherFilters {...props} />
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show {kind.noun.several}
          </Button>
        </div>
      </Sheet>
    </>
  )
}

function FurtherFilters({ kind, filters, onChange, onClear }: FilterPanelProps) {
  function setCondition(field: TextField, condition: TextCondition | null) {
    const { [field]: _former, ...others } = filters.conditions
    onChange({ conditions: condition ? { ...others, [field]: condition } : others })
  }
  return (
    <>
      <Group title="What is known">
        {kind.textFields.map((field) => (
          <TextOperatorField
            key={field}
            name={kind.fieldNames[field] ?? field}
            condition={filters.conditions[field] ?? null}
            maxLength={TEXT_MAX}
            onChange={(condition) => setCondition(field, condition)}
          />
        ))}
      </Group>
      <DateFilter what="Last post" dates={filters} onChange={onChange} />
      <Group title="Show">
        <CheckLine checked={filters.deleted} onChange={(deleted) => onChange({ deleted })}>
          Deleted {kind.noun.several}
        </CheckLine>
      </Group>
      {countFilters(kind, filters) > 0 && (
        <Button variant="quiet" size="s" className="justify-self-start" onClick={onClear}>
          Clear all filters
        </Button>
      )}
    </>
  )
}
