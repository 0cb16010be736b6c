import { useNavigate } from '../../lib/router/use-router.ts'
import { forgotPassword } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { useInstanceWithoutSession } from '../../lib/read-instance.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AuthCard } from './auth-card.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { useHandover } from './handover.ts'
import type { Handover } from './handover.ts'
import { FailureNotice } from './failure-notice.tsx'
import { resetFailure } from './reset-failure.ts'

/** Requests a link for a new password. */
export function ForgotPasswordScreen() {
  const { email } = useHandover()
  const isMailed = useInstanceWithoutSession()?.mail !== false
  const navigate = useNavigate()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const state: Handover = { email: formText(form, 'email').trim() }
    await call(forgotPassword, { body: { email: state.email ?? '' } })
    await navigate('/check-your-email-password-reset', { state })
  })
  return (
    <AuthCard
      title="Forgot your password"
      subtitle={
        isMailed
          ? 'Enter the address of your account, and a link to choose a new password is sent there.'
          : `Enter the address of your account, then ask the person who runs Leadlight for the link to choose a new password. No mail is sent here. ${FOUND_IN_OUTBOX}`
      }
      footer={<BackToSignIn email={email} />}
    >
      {failure !== null && <FailureNotice message={resetFailure(failure)} failure={failure} />}
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field label="Email">
          {(control) => (
            <Input {...control} type="email" name="email" autoComplete="username" required defaultValue={email} />
          )}
        </Field>
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {isMailed ? 'Send the link' : 'Make a link'}
        </Button>
      </form>
    </AuthCard>
  )
}
