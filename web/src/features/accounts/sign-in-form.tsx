import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { formText } from '../../lib/form-text.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { AuthCard } from './auth-card.tsx'
import { useHandover } from './handover.ts'
import { FailureNotice } from './failure-notice.tsx'
import { GoogleButton } from './google-button.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { signIn } from './sign-in.ts'
import type { Credentials } from './sign-in.ts'

/** Email address and password, the server's error, and a code if the account needs one. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { email: carried = '', notice, isGoodbye = false } = useHandover()
  const [email, setEmail] = useState(carried)
  const [unfinished, setUnfinished] = useState<Credentials | null>(null)
  const [googleError, setGoogleError] = useState<string | null>(null)
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    setGoogleError(null)
    const credentials = { email: email.trim(), password: formText(form, 'password') }
    if ((await signIn(credentials)) === 'signed_in') onSignedIn()
    else setUnfinished(credentials)
  })
  if (unfinished) {
    const form = { credentials: unfinished, onSignedIn, onBack: () => setUnfinished(null) }
    return <SecondFactorForm {...form} />
  }
  const error = googleError ?? (failure === null ? null : messageOf(failure))
  return (
    <AuthCard
      title="Sign in"
      subtitle={!isGoodbye && 'Welcome back to Leadlight.'}
      footer={
        <>
          New here?{' '}
          <Link to="/sign-up" state={{ email }} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {error ? (
        <FailureNotice message={error} failure={googleError === null ? failure : null} />
      ) : (
        notice && <Notice tone="good">{notice}</Notice>
      )}
      <GoogleButton onError={setGoogleError} />
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field label="Email">
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Password">
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
        </Field>
        <Link to="/forgot-password" state={{ email }} className="link -mt-1.5 justify-self-start text-s">
          Forgot your password?
        </Link>
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Sign in
        </Button>
      </form>
    </AuthCard>
  )
}
