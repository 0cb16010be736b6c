import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'
import { cloneElement } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ColumnFilters } from './column-filter-fields.tsx'
import { DateFilter } from './date-filter.tsx'
import type { ListFilter } from './filter-choices.ts'
import { choicesOf, countOf, FILTER_WORDS } from './filter-choices.ts'
import { ChoiceCount, ChoiceName, toggled } from './filter-menu.tsx'
import type { FilterBarProps } from './lead-filter-bar.tsx'
import type { GithubIssueState } from './lead-filters.ts'
import { countFilters } from './lead-filters.ts'
import { useLeadCounts } from './use-lead-counts.ts'

const GITHUB: readonly { id: GithubIssueState; name: string }[] = [
  { id: 'OPEN', name: 'Open' },
  { id: 'CLOSED', name: 'Closed' },
]

/** The filters that have no chip of their own, in a panel below their chip. */
export function MoreFilters({ trigger, ...props }: FilterBarProps & { trigger: ReactElement }) {
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
export function FilterSheet({
  trigger,
  ...props
}: FilterBarProps & { trigger: ReactElement<ComponentProps<'button'>> }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) })}
      <Sheet open={isOpen} onOpenChange={setOpen} title="Filters">
        <div className="grid gap-5 px-4 pb-6">
          {(['statuses', 'signals', 'channels'] as const).map((filter) => (
            <ListFilterGroup key={filter} {...props} filter={filter} />
          ))}
          <FurtherFilters {...props} />
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show leads
          </Button>
        </div>
      </Sheet>
    </>
  )
}

function FurtherFilters(props: FilterBarProps) {
  const { projectId, filters, onChange, onClear } = props
  const counts = useLeadCounts(projectId, filters)
  const { githubStates } = filters
  return (
    <>
      <Group title="Show">
        <CheckLine
          checked={filters.read === 'read'}
          onChange={(on) => onChange({ read: on ? 'read' : null })}
          count={null}
        >
          Read only
        </CheckLine>
        <CheckLine
          checked={filters.read === 'unread'}
          onChange={(on) => onChange({ read: on ? 'unread' : null })}
          count={counts.unread}
        >
          Unread only
        </CheckLine>
        <CheckLine checked={filters.starred} onChange={(starred) => onChange({ starred })} count={counts.starred}>
          Starred only
        </CheckLine>
        <CheckLine checked={filters.deleted} onChange={(deleted) => onChange({ deleted })} count={null}>
          Deleted leads
        </CheckLine>
      </Group>
      <DateFilter filters={filters} onChange={onChange} />
      <Group title="On GitHub">
        {GITHUB.map(({ id, name }) => (
          <CheckLine
            key={id}
            checked={githubStates.includes(id)}
            onChange={(on) =>
              onChange({
                githubStates: GITHUB.map((one) => one.id).filter((one) =>
                  one === id ? on : githubStates.includes(one),
                ),
              })
            }
            count={counts.of('github_issue_states', id)}
          >
            {name}
          </CheckLine>
        ))}
      </Group>
      <ColumnFilters projectId={projectId} filters={filters.columns} onChange={(columns) => onChange({ columns })} />
      {countFilters(filters) > 0 && (
        <Button variant="quiet" size="s" className="justify-self-start" onClick={onClear}>
          Clear all filters
        </Button>
      )}
    </>
  )
}

function ListFilterGroup({ filter, projectId, filters, names, onChange }: FilterBarProps & { filter: ListFilter }) {
  const counts = useLeadCounts(projectId, filters)
  const choices = choicesOf(filter, names, filters)
  if (choices.length === 0) return null
  return (
    <Group title={FILTER_WORDS[filter].one}>
      {choices.map((choice) => (
        <CheckLine
          key={choice.id}
          checked={filters[filter].includes(choice.id)}
          onChange={(on) => onChange({ [filter]: toggled(filters[filter], choice.id, on) })}
          count={countOf(counts, filter, choice.id)}
        >
          <ChoiceName choice={choice} />
        </CheckLine>
      ))}
    </Group>
  )
}

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-s font-medium text-ink-2 first-letter:uppercase">{title}</legend>
      {children}
    </fieldset>
  )
}

interface CheckLineProps {
  checked: boolean
  onChange: (on: boolean) => void
  count: string | null
  children: ReactNode
}

function CheckLine({ checked, onChange, count, children }: CheckLineProps) {
  return (
    <div className="flex min-h-6 items-center gap-2">
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} className="min-w-0 flex-1">
        {children}
      </Checkbox>
      <ChoiceCount count={count} />
    </div>
  )
}
