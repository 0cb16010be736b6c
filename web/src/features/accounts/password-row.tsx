import type { AccountSecurity } from '@leadlight/contract/own-account'
import { useState } from 'react'
import { changePassword, forgotPassword } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { formText } from '../../lib/form-text.ts'
import { useInstance } from '../../lib/instance.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { failureByField, messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AccountRow, FormActions } from './account-row.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PROOF_REFUSALS, ProofFields, proofIn } from './proof-fields.tsx'
import { useSecurity } from './use-security.ts'

/** The password: changed here, or set by a mailed link if there is none yet. */
export function PasswordRow({ security }: { security: AccountSecurity }) {
  if (!security.has_password) return <NoPasswordRow />
  return (
    <AccountRow title="Password" value="Set" action="Change password">
      {(close) => <ChangePasswordForm onClose={close} />}
    </AccountRow>
  )
}

function NoPasswordRow() {
  const { data: user } = useCurrentUser()
  const isMailed = useInstance()?.mail !== false
  const [told, setTold] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null)
  const { onSubmit, busy } = useSubmit(async () => {
    if (!user) return
    try {
      await call(forgotPassword, { body: { email: user.email } })
      setTold({
        tone: 'good',
        text: isMailed
          ? `A link to set a password was mailed to ${user.email}. It works once, for an hour.`
          : `A link for ${user.email} is ready. No mail is sent here, so ask the person who runs Leadlight for it. It works once, for an hour. ${FOUND_IN_OUTBOX}`,
      })
    } catch (error) {
      setTold({ tone: 'bad', text: messageOf(error) })
    }
  })
  return (
    <AccountRow
      title="Password"
      value={
        <>
          None. You sign in with Google.
          {told && (
            <Notice tone={told.tone} className="mt-2.5">
              {told.text}
            </Notice>
          )}
        </>
      }
      buttons={
        <form onSubmit={onSubmit}>
          <Button type="submit" busy={busy}>
            {isMailed ? 'Mail me a link to set one' : 'Make a link to set one'}
          </Button>
        </form>
      }
    />
  )
}

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const { mutate } = useSecurity()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const { password: current_password, ...code } = proofIn(form)
    await call(changePassword, { body: { current_password, password: formText(form, 'password'), ...code } })
    onClose()
    showToast({ kind: 'success', message: 'Your password is changed. All other sessions have ended.' })
    await mutate()
  })
  const error = failureByField(failure, { ...PROOF_REFUSALS, CHANGE_PASSWORD_INVALID_PASSWORD: 'new' })
  return (
    <form onSubmit={onSubmit} aria-label="Password" className="grid gap-4">
      {error.form && <Notice tone="bad">{error.form}</Notice>}
      <ProofFields label="Current password" error={error} failure={failure} />
      <NewPasswordField label="New password" error={error.new} />
      <p className="text-s text-ink-3">You stay signed in here. Every other session ends.</p>
      <FormActions label="Change the password" busy={busy} onCancel={onClose} />
    </form>
  )
}
