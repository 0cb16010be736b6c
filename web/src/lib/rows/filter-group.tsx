import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChoiceCount } from './choice-menu.tsx'

/** A group of filters under a heading. */
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
  /** How many rows match; left out if they are not counted. */
  count?: string | null
  children: ReactNode
}

/** A filter that is on or off. */
export function CheckLine({ checked, onChange, count = null, children }: CheckLineProps) {
  return (
    <div className="flex min-h-6 items-center gap-2">
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} className="min-w-0 flex-1">
        {children}
      </Checkbox>
      <ChoiceCount count={count} />
    </div>
  )
}
