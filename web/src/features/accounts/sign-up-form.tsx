import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { formText } from '../../lib/form-text.ts'
import { detailOf, messageOf, RequestError } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AuthCard } from './auth-card.tsx'
import { useHandover } from './handover.ts'
import { FailureNotice } from './failure-notice.tsx'
import { GoogleButton } from './google-button.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { signUp } from './sign-in.ts'

interface Failure {
  message: string
  /** The server's errors by field, for those it names by a code. */
  email: string | null
  password: string | null
}

interface SignUpFormProps {
  /** `problem` is a failure after the account was created; null if there was none. */
  onSignedUp: (problem: string | null) => void
}

/** Creates an account and signs in. */
export function SignUpForm({ onSignedUp }: SignUpFormProps) {
  const [email, setEmail] = useState(useHandover().email ?? '')
  const [googleError, setGoogleError] = useState<string | null>(null)
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    setGoogleError(null)
    const name = { firstName: formText(form, 'first_name').trim(), lastName: formText(form, 'last_name').trim() }
    onSignedUp(await signUp({ ...name, email: email.trim(), password: formText(form, 'password') }))
  })
  const errors = failureOf(failure)
  const error = googleError ?? errors?.message
  const isBesideField = errors?.email ?? errors?.password
  return (
    <AuthCard
      title="Create an account"
      subtitle="Find the people who are asking for what you make."
      footer={
        <>
          Have an account already?{' '}
          <Link to="/sign-in" state={{ email }} className="link">
            Sign in
          </Link>
        </>
      }
    >
      {error && <FailureNotice message={error} failure={googleError === null && !isBesideField ? failure : null} />}
      <GoogleButton onError={setGoogleError} />
      <form onSubmit={onSubmit} className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label="First name">
            {(control) => <Input {...control} name="first_name" autoComplete="given-name" maxLength={100} required />}
          </Field>
          <Field label="Last name">
            {(control) => <Input {...control} name="last_name" autoComplete="family-name" maxLength={100} required />}
          </Field>
        </div>
        <Field label="Email" error={errors?.email}>
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
        <NewPasswordField label="Password" error={errors?.password} />
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Create account
        </Button>
      </form>
    </AuthCard>
  )
}

function failureOf(error: unknown): Failure | null {
  if (error === null) return null
  const cause = error instanceof Error && error.cause instanceof RequestError ? error.cause : null
  const detail = cause && detailOf(cause.body)
  const isFor = (code: string) => (cause?.code === code ? detail : null)
  const email = isFor('REGISTER_USER_ALREADY_EXISTS')
  const password = isFor('REGISTER_INVALID_PASSWORD')
  return { message: messageOf(error), email, password }
}
