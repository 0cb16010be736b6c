import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/use-router.ts'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { resetPassword } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formText } from '../../lib/form-text.ts'
import { codeOf, messageOf } from '../../lib/request-error.ts'
import { removeToken } from '../../lib/session.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import type { Handover } from './handover.ts'
import { FailureNotice } from './failure-notice.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { resetFailure } from './reset-failure.ts'

const DONE: Handover = {
  notice: 'Your password is changed, and every session of your account has ended. Sign in with it.',
}

/** The target of a password mail's link: sets a new password. */
export function ResetPasswordScreen() {
  const token = useSearchParams()[0].get('token')
  if (!token) {
    return (
      <AuthCard
        title="Choose a new password"
        subtitle="This address lacks its code. Open the whole link as you got it."
        footer={<BackToSignIn />}
      >
        <AskForLink />
      </AuthCard>
    )
  }
  return <ResetPasswordForm token={token} />
}

function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    await call(resetPassword, { body: { token, password: formText(form, 'password') } })
    // The reset has ended every session, including this browser's.
    removeToken()
    await navigate('/sign-in', { state: DONE, replace: true })
  })
  const isLinkBad = codeOf(failure) === 'RESET_PASSWORD_BAD_TOKEN'
  const isPasswordBad = codeOf(failure) === 'RESET_PASSWORD_INVALID_PASSWORD'
  return (
    <AuthCard
      title="Choose a new password"
      subtitle="Every session of your account ends with it, on all devices."
      footer={<BackToSignIn />}
    >
      {failure !== null && <FailureNotice message={resetFailure(failure)} failure={isPasswordBad ? null : failure} />}
      {isLinkBad ? (
        <AskForLink />
      ) : (
        <form onSubmit={onSubmit} className="grid gap-4">
          <NewPasswordField label="New password" error={isPasswordBad ? messageOf(failure) : null} />
          <Button type="submit" variant="primary" size="l" busy={busy}>
            Change the password
          </Button>
        </form>
      )}
    </AuthCard>
  )
}

function AskForLink() {
  return (
    <Link to="/forgot-password" className={buttonClass('primary', 'l')}>
      Ask for a new link
    </Link>
  )
}
