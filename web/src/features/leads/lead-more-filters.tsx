import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Select } from '../../ui/select.tsx'
import type { LeadFilters, SortName } from './lead-filters.ts'
import { countFilters, NO_FILTERS, SORTS } from './lead-filters.ts'
import { MoreChip } from './more-chip.tsx'

const SORT_OPTIONS = (Object.keys(SORTS) as SortName[]).map((value) => ({ value, label: SORTS[value].label }))

const READ_OPTIONS = [
  { value: 'all', label: 'Read and unread' },
  { value: 'unread', label: 'Unread only' },
  { value: 'read', label: 'Read only' },
] as const

interface LeadMoreFiltersProps {
  filters: LeadFilters
  onChange: (change: Partial<LeadFilters>) => void
  onClear: () => void
}

/** Filters that are needed less often, and the order of the list. Open from the start, since a press brought it here. */
export function LeadMoreFilters({ filters, onChange, onClear }: LeadMoreFiltersProps) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <MoreChip filters={filters} />
      </PopoverTrigger>
      <PopoverContent label="More filters" className="grid w-84 gap-3.5">
        <Field label="Order">
          {(control) => (
            <Select {...control} value={filters.sort} options={SORT_OPTIONS} onChange={(sort) => onChange({ sort })} />
          )}
        </Field>
        <Field label="Read">
          {(control) => (
            <Select
              {...control}
              value={filters.read ?? 'all'}
              options={READ_OPTIONS}
              onChange={(read) => onChange({ read: read === 'all' ? null : read })}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-2.5">
          <DayField label="Posted from" value={filters.from} onChange={(from) => onChange({ from })} />
          <DayField label="Posted to" value={filters.to} onChange={(to) => onChange({ to })} />
        </div>
        <div className="grid gap-2">
          <Checkbox checked={filters.starred} onChange={(event) => onChange({ starred: event.target.checked })}>
            Starred only
          </Checkbox>
          <Checkbox checked={filters.deleted} onChange={(event) => onChange({ deleted: event.target.checked })}>
            Deleted leads
          </Checkbox>
        </div>
        {(countFilters(filters) > 0 || filters.sort !== NO_FILTERS.sort) && (
          <Button variant="quiet" size="s" className="justify-self-start" onClick={onClear}>
            Clear all filters
          </Button>
        )}
      </PopoverContent>
    </Popover>
  )
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (day: string | null) => void
}) {
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Input
          {...control}
          type="date"
          className="min-w-0 px-2"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  )
}
