import { useIntentSignals } from '../../lib/intent-signals.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** From which score on leads are told; the empty string for all. */
export function MinimumScore({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Leads from a score of" hint="Empty for all of them." className="max-w-50">
      {(control) => (
        <Input
          {...control}
          type="number"
          min={0}
          max={100}
          step={1}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SignalChoicesProps {
  projectId: string
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Of which signals leads are told; shown where there is more than one. */
export function SignalChoices({ projectId, chosen, onChange }: SignalChoicesProps) {
  const { data: signals = [] } = useIntentSignals(projectId)
  if (signals.length < 2) return null
  const options = signals.map(({ id, intent_signal: label }) => ({ id, label }))
  return <Choices legend="Leads of these signals, or of all where none is chosen" {...{ options, chosen, onChange }} />
}

interface ChoicesProps<Id extends string> {
  legend: string
  options: readonly { id: Id; label: string }[]
  chosen: readonly Id[]
  onChange: (chosen: readonly Id[]) => void
}

/** Any of some. */
export function Choices<Id extends string>({ legend, options, chosen, onChange }: ChoicesProps<Id>) {
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
          <span className="min-w-0 break-words">{label}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
