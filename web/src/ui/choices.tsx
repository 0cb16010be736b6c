import { Checkbox } from './checkbox.tsx'

interface ChoicesProps<Id extends string> {
  legend: string
  options: readonly { id: Id; label: string }[]
  chosen: readonly Id[]
  onChange: (chosen: readonly Id[]) => void
}

/** A group of checkboxes; renders nothing without options. */
export function Choices<Id extends string>({ legend, options, chosen, onChange }: ChoicesProps<Id>) {
  if (options.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-medium text-ink-2">{legend}</legend>
      {options.map(({ id, label }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        >
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
