import { useNavigate } from 'react-router'
import { forgotPassword } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
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
  const navigate = useNavigate()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const state: Handover = { email: formText(form, 'email').trim() }
    await call(forgotPassword, { body: { email: state.email ?? '' } })
    await navigate('/check-your-email-password-reset', { state })
  })
  return (
    <AuthCard
      title="Forgot your password"
      subtitle="Enter the address of your account, and a link to choose a new password is sent there."
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
          Send the link
        </Button>
      </form>
    </AuthCard>
  )
}
