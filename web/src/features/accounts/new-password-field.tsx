import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

/** Length is what the browser checks; the server checks more. */
const CHARACTERS_MIN = 10
const CHARACTERS_MAX = 128

interface NewPasswordFieldProps {
  label: string
  /** Why the server refused it. */
  error?: string | null | undefined
}

/** The field `password` of a form, for a new one. What is wrong with its length stands under it, not in a bubble. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Field
      label={label}
      hint={`At least ${CHARACTERS_MIN} characters. A sentence you remember works well.`}
      error={problem ?? error}
    >
      {(control) => (
        <PasswordInput
          {...control}
          name="password"
          autoComplete="new-password"
          minLength={CHARACTERS_MIN}
          maxLength={CHARACTERS_MAX}
          required
          onChange={() => setProblem(null)}
          onInvalid={(event) => {
            event.preventDefault()
            setProblem(lengthProblem(event.currentTarget.value))
            event.currentTarget.focus()
          }}
        />
      )}
    </Field>
  )
}

function lengthProblem(password: string): string {
  if (password === '') return 'Choose a password.'
  return `A password needs at least ${CHARACTERS_MIN} characters. This one has ${formatNumber(password.length)}.`
}
