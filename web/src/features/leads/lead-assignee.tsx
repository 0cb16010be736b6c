import { UserRound } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useTeammates } from '../../lib/teammates.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipButton } from '../../ui/chip.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { matchTeammates } from './match-teammates.ts'
import type { TeammateOption } from './teammate-options.tsx'
import { COMBOBOX, nextIndex, optionId, TeammateOptions } from './teammate-options.tsx'

interface LeadAssigneeProps {
  projectId: string
  assigneeId: string | null
  onChoose: (userId: string | null, name: string) => void
}

/** The lead's assignee, and a search for another. */
export function LeadAssignee({ projectId, assigneeId, onChoose }: LeadAssigneeProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: teammates } = useTeammates(projectId, assigneeId !== null || isOpen)
  const name = teammates?.find((one) => one.user_id === assigneeId)?.name
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <ChipButton className="max-w-48">
          {name ? <Avatar name={name} className="-ml-1.5 size-4.5 text-[8px]" /> : <UserRound aria-hidden="true" />}
          {assigneeId === null ? (
            'Assign'
          ) : (
            <span className="truncate">
              <span className="sr-only">Assigned to </span>
              {name ?? 'a teammate'}
            </span>
          )}
        </ChipButton>
      </PopoverTrigger>
      <PopoverContent label="Assign" className="w-64 p-1.5">
        <AssigneeSearch
          projectId={projectId}
          assigneeId={assigneeId}
          onChoose={(option) => {
            setOpen(false)
            if (option.user_id !== assigneeId) onChoose(option.user_id, option.label)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

interface AssigneeSearchProps {
  projectId: string
  assigneeId: string | null
  onChoose: (option: TeammateOption) => void
}

function AssigneeSearch({ projectId, assigneeId, onChoose }: AssigneeSearchProps) {
  const listId = useId()
  const { data: teammates, error, isValidating, mutate } = useTeammates(projectId)
  const [typed, setTyped] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const nobody = assigneeId !== null && typed === '' ? [{ user_id: null, label: 'Nobody' }] : []
  const found = matchTeammates(teammates ?? [], typed).map(({ user_id, name }) => ({ user_id, label: name }))
  const options: TeammateOption[] = [...nobody, ...found]
  function onListKeyDown(event: KeyboardEvent) {
    const next = nextIndex(event.key, activeIndex, options.length)
    const chosen = options[activeIndex]
    if (next !== null) setActiveIndex(next)
    else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className="grid gap-1.5">
      <Input
        {...COMBOBOX}
        aria-label="Find a teammate"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? optionId(listId, activeIndex) : undefined}
        placeholder="Find a teammate"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActiveIndex(0)
        }}
        onKeyDown={onListKeyDown}
      />
      {options.length > 0 ? (
        <TeammateOptions
          id={listId}
          label="Teammates"
          options={options}
          activeIndex={activeIndex}
          onChoose={onChoose}
          onPoint={setActiveIndex}
        />
      ) : (
        <div className="grid justify-items-start gap-1.5 px-2 py-1 text-s text-ink-3">
          <p>
            {error
              ? `The teammates could not be loaded. ${messageOf(error)}`
              : teammates
                ? 'Nobody by that name'
                : 'Loading'}
          </p>
          {Boolean(error) && (
            <Button size="s" busy={isValidating} onClick={() => void mutate()}>
              Try again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
