import { useEffect, useRef } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface CodeFieldProps {
  kind: 'app' | 'recovery'
  error?: string | null | undefined
  hint?: string
  /** Whether it takes the focus on mount, as the only field of the screen. */
  takesFocus?: boolean
}

const KINDS = {
  app: {
    label: 'Code',
    hint: 'Six digits, from your authenticator app.',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: '123456', maxLength: 7 },
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those you kept. It works once.',
    input: { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, maxLength: 100 },
  },
} as const

/** The field for a second-factor code, named `code` in the form. */
export function CodeField({ kind, error, hint, takesFocus = false }: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.querySelector('input')?.focus()
  }, [takesFocus])
  const { label, hint: usualHint, input } = KINDS[kind]
  return (
    <div ref={place}>
      <Field label={label} hint={hint ?? usualHint} error={error}>
        {(control) => (
          <Input {...control} {...input} name="code" className="num font-mono tracking-[0.08em]" required />
        )}
      </Field>
    </div>
  )
}
