import type { ReactElement } from 'react'
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { Choice } from './choices.ts'
import { toggled } from './choices.ts'

interface ChoicesProps {
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** The label that resets the filter: "All statuses". */
  all: string
  /** How many rows match a choice; left out if they are not counted. */
  countOf?: (id: string) => string | null
}

/** The choices of one filter; several can be chosen. */
export function ChoiceMenu({ trigger, ...choices }: ChoicesProps & { trigger: ReactElement }) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start" className="max-w-80">
        <Choices {...choices} />
      </MenuContent>
    </Menu>
  )
}

/** The menu's items, rendered only while it is open. */
export function Choices({ choices, chosen, onChange, all, countOf }: ChoicesProps) {
  return (
    <>
      {choices.map((choice) => (
        <MenuCheckboxItem
          key={choice.id}
          checked={chosen.includes(choice.id)}
          onCheckedChange={(on) => onChange(toggled(chosen, choice.id, on))}
          onSelect={(event) => event.preventDefault()}
        >
          <ChoiceName choice={choice} />
          {countOf && <ChoiceCount count={countOf(choice.id)} />}
        </MenuCheckboxItem>
      ))}
      {chosen.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange([])}>{all}</MenuItem>
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

/** How many rows match a choice; keeps its width while it loads. */
export function ChoiceCount({ count }: { count: string | null }) {
  return <span className="num min-w-5 text-right text-s text-ink-3">{count}</span>
}
