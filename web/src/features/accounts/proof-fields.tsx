import { useEffect } from 'react'
import { formText } from '../../lib/form-text.ts'
import { codeOf } from '../../lib/request-error.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { SwitchedCodeField } from './switched-code-field.tsx'
import { useSecurity } from './use-security.ts'

const CODE_REQUIRED = 'LOGIN_SECOND_FACTOR_REQUIRED'

/** Which of the fields each refusal of the proof belongs to. */
export const PROOF_REFUSALS = { BAD_PASSWORD: 'proof', BAD_SECOND_FACTOR: 'code', [CODE_REQUIRED]: 'code' } as const

interface ProofFieldsProps {
  label?: string
  error: { proof?: string; code?: string }
  /** What the form's last attempt threw. */
  failure: unknown
}

/** What somebody proves themselves anew with: their password and, where their second factor is on, a code. */
export function ProofFields({ label = 'Your password', error, failure }: ProofFieldsProps) {
  const { data: security, mutate } = useSecurity()
  const isCodeMissing = codeOf(failure) === CODE_REQUIRED
  // The second factor was turned on elsewhere since this page was loaded.
  useEffect(() => {
    if (isCodeMissing) void mutate()
  }, [isCodeMissing, mutate])
  return (
    <>
      <Field label={label} error={error.proof}>
        {(control) => <PasswordInput {...control} name="own_password" autoComplete="current-password" required />}
      </Field>
      {security?.second_factor && <SwitchedCodeField error={error.code} />}
    </>
  )
}

/** The proof as the form has it. */
export function proofIn(form: FormData): { password: string; second_factor_code?: string } {
  const code = formText(form, 'code').trim()
  return { password: formText(form, 'own_password'), ...(code !== '' && { second_factor_code: code }) }
}
