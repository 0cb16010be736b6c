import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface EmailFieldProps {
  label: string
  value: string
  error: string | null
  onChange: (value: string) => void
  className?: string
}

/** Somebody else's email address, required; the browser does not offer the user's own. */
export function EmailField({ label, value, error, onChange, ...field }: EmailFieldProps) {
  return (
    <Field {...field} label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          type="email"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          maxLength={254}
          required
        />
      )}
    </Field>
  )
}
