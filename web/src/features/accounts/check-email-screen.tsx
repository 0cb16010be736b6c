import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { forgotPassword } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useInstanceWithoutSession } from '../../lib/read-instance.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { useHandover } from './handover.ts'
import { FailureNotice } from './failure-notice.tsx'
import { MailHint } from './mail-hint.tsx'
import { resetFailure } from './reset-failure.ts'

/** After requesting a link: where it was sent, and what to do if no mail comes; or who has it, where none is sent. */
export function CheckEmailScreen() {
  const { email } = useHandover()
  const isMailed = useInstanceWithoutSession()?.mail !== false
  return (
    <AuthCard
      title={isMailed ? 'Check your email' : 'Ask for your link'}
      subtitle={
        <>
          If {email ? <strong className="font-medium text-ink">{email}</strong> : 'the address you entered'} has an
          account here, a link to choose a new password is {isMailed ? 'on its way' : 'ready'}. It works once, for an
          hour.
        </>
      }
      footer={<BackToSignIn email={email} />}
    >
      <MailHint isMailed={isMailed} />
      {email ? (
        <SendAgain email={email} />
      ) : (
        <Link to="/forgot-password" className="link justify-self-start">
          Ask for a link
        </Link>
      )}
    </AuthCard>
  )
}

function SendAgain({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    await call(forgotPassword, { body: { email } })
    setIsSent(true)
  })
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      {failure !== null && <FailureNotice message={resetFailure(failure)} failure={failure} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={busy}>
          Send again
        </Button>
        <Link to="/forgot-password" state={{ email }} className="link">
          Use another address
        </Link>
      </div>
      <output className="text-s text-ink-3 empty:hidden">{isSent && !busy && 'Asked for once more.'}</output>
    </form>
  )
}
