import { formText } from '../../lib/form-text.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { CodeField } from './code-field.tsx'
import { signIn } from './sign-in.ts'
import type { Credentials } from './sign-in.ts'
import { useCodeKind } from './use-code-kind.ts'

interface SecondFactorFormProps {
  /** The email address and password that were correct. */
  credentials: Credentials
  onSignedIn: () => void
  onBack: () => void
}

/** The second step of signing in: an authenticator code or a recovery code. */
export function SecondFactorForm({ credentials, onSignedIn, onBack }: SecondFactorFormProps) {
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const outcome = await signIn(credentials, formText(form, 'code').trim())
    if (outcome === 'second_factor_required') throw new Error('Enter the code that the app shows now.')
    onSignedIn()
  })
  const code = useCodeKind(failure === null ? null : messageOf(failure))
  return (
    <AuthCard
      title="Enter your code"
      subtitle={`Your password is right. One more step for ${credentials.email}.`}
      footer={
        <button type="button" className="link" onClick={onBack}>
          Use another account
        </button>
      }
    >
      <form onSubmit={onSubmit} className="grid gap-4">
        <CodeField key={code.kind} kind={code.kind} takesFocus error={code.error} />
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Sign in
        </Button>
        <button type="button" className="link justify-self-start text-s" onClick={code.change}>
          {code.words}
        </button>
      </form>
    </AuthCard>
  )
}
