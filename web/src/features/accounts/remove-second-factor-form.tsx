import { removeSecondFactor } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { FormActions } from './account-row.tsx'
import { SwitchedCodeField } from './switched-code-field.tsx'
import { useSecurity } from './use-security.ts'

/** Turns the second factor off, with the password and a code. */
export function RemoveSecondFactorForm({ onClose }: { onClose: () => void }) {
  const { mutate } = useSecurity()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const body = { password: formText(form, 'password'), code: formText(form, 'code').trim() }
    await call(removeSecondFactor, { body })
    showToast({ kind: 'success', message: 'The second factor is off.' })
    await mutate()
  })
  const error = failureByField(failure, { BAD_PASSWORD: 'password', BAD_SECOND_FACTOR: 'code' })
  return (
    <form onSubmit={onSubmit} aria-label="Second factor" className="grid gap-4">
      {error.form && <Notice tone="bad">{error.form}</Notice>}
      <Field label="Your password" error={error.password}>
        {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
      </Field>
      <SwitchedCodeField error={error.code} />
      <FormActions label="Turn off" variant="danger" busy={busy} onCancel={onClose} />
    </form>
  )
}
