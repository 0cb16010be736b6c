import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface ScoreFieldProps {
  label: string
  /** The empty string means all. */
  value: string
  onChange: (value: string) => void
}

/** The lowest score of leads to report. */
export function ScoreField({ label, value, onChange }: ScoreFieldProps) {
  return (
    <Field label={label} hint="Empty for all of them." className="max-w-50">
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
