import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import { formText } from '../../lib/form-text.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthCard } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { signIn } from './sign-in.ts'

/** E-mail address and password, and what the server says when they do not fit. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      await signIn(formText(form, 'email').trim(), formText(form, 'password'))
      onSignedIn()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AuthCard
      title="Sign in"
      subtitle="Welcome back to Leadlight."
      footer={
        <>
          New here?{' '}
          <Link to="/sign-up" className="link">
            Create an account
          </Link>
        </>
      }
    >
      {error && <Notice tone="bad">{error}</Notice>}
      <GoogleButton onError={setError} />
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="Email">
          {(control) => <Input {...control} type="email" name="email" autoComplete="username" required />}
        </Field>
        <Field label="Password">
          {(control) => <Input {...control} type="password" name="password" autoComplete="current-password" required />}
        </Field>
        <Link to="/forgot-password" className="link -mt-1.5 justify-self-start text-s">
          Forgot your password?
        </Link>
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Sign in
        </Button>
      </form>
    </AuthCard>
  )
}
