import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import { formText } from '../../lib/form-text.ts'
import { detailOf, messageOf, RequestError } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthCard } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { signUp } from './sign-in.ts'

const PASSWORD_HINT = 'At least 10 characters. A sentence you remember works well.'

interface Failure {
  message: string
  /** What the server says about one of the fields, for those it names by a code. */
  email?: string | null
  password?: string | null
}

interface SignUpFormProps {
  /** `problem` is what went wrong after the account was made; null where nothing did. */
  onSignedUp: (problem: string | null) => void
}

/** Makes an account and signs in with it. */
export function SignUpForm({ onSignedUp }: SignUpFormProps) {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const word = (name: string) => formText(form, name).trim()
    setBusy(true)
    setFailure(null)
    try {
      const account = { firstName: word('first_name'), lastName: word('last_name'), email: word('email') }
      onSignedUp(await signUp({ ...account, password: formText(form, 'password') }))
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthCard
      title="Create an account"
      subtitle="Find the people who are asking for what you make."
      footer={
        <>
          Have an account already?{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
        </>
      }
    >
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      <GoogleButton onError={(message) => setFailure({ message })} />
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label="First name">
            {(control) => <Input {...control} name="first_name" autoComplete="given-name" maxLength={100} required />}
          </Field>
          <Field label="Last name">
            {(control) => <Input {...control} name="last_name" autoComplete="family-name" maxLength={100} required />}
          </Field>
        </div>
        <Field label="Email" error={failure?.email}>
          {(control) => <Input {...control} type="email" name="email" autoComplete="username" required />}
        </Field>
        <Field label="Password" hint={PASSWORD_HINT} error={failure?.password}>
          {(control) => (
            <Input
              {...control}
              type="password"
              name="password"
              autoComplete="new-password"
              minLength={10}
              maxLength={128}
              required
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Create account
        </Button>
      </form>
    </AuthCard>
  )
}

function failureOf(error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof RequestError ? error.cause : null
  const detail = cause && detailOf(cause.body)
  return {
    message: messageOf(error),
    email: cause?.code === 'REGISTER_USER_ALREADY_EXISTS' ? detail : null,
    password: cause?.code === 'REGISTER_INVALID_PASSWORD' ? detail : null,
  }
}
