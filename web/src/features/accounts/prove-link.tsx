import type { ReactNode } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import { formText } from '../../lib/form-text.ts'
import { codeOf, messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { claimAccount, type Followed, type Proof } from './mailed-link-calls.ts'

const LINK_IS_BROKEN = [
  'VERIFY_USER_BAD_TOKEN',
  'VERIFY_USER_ALREADY_VERIFIED',
  'CHANGE_EMAIL_BAD_TOKEN',
  'CHANGE_EMAIL_ALREADY_EXISTS',
]

/** One of the two kinds of mailed links about an email address. */
export interface LinkKind {
  follow: (token: string, proof: Proof) => Promise<Followed>
  /** The same with this browser's session; a stable function, so it runs once per link. */
  followSignedIn: (token: string) => Promise<Followed>
  /** Whether the link alone may take over the account if the password is unknown. */
  canTakeAccount: boolean
  /** Why the password is requested. */
  ask: string
  /** Shown if the link is invalid. */
  fallback: ReactNode
}

export interface FollowLinkProps {
  token: string
  kind: LinkKind
}

interface ProveLinkProps extends FollowLinkProps {
  onFollowed: (followed: Followed) => void
  /** Called if the link itself is invalid, whatever the password. */
  onBroken: (failure: unknown) => void
}

/** Asks the follower of a mailed link for the account's password, or lets them set a new one. */
export function ProveLink({ token, kind, onFollowed, onBroken }: ProveLinkProps) {
  const { onSubmit, busy, failure } = useSubmit(async (form) => {
    const proof = { password: formText(form, 'password') }
    await kind.follow(token, proof).then(onFollowed, onBrokenLinkOr(onBroken))
  })
  const isWrong = codeOf(failure) === 'BAD_PASSWORD'
  return (
    <>
      {failure !== null && !isWrong && <FailureNotice message="Verification failed" failure={failure} />}
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field label="Password" error={isWrong ? messageOf(failure) : null}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" required />}
        </Field>
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Verify
        </Button>
      </form>
      {kind.canTakeAccount && <SetNewPassword token={token} onBroken={onBroken} />}
    </>
  )
}

function SetNewPassword({ token, onBroken }: Pick<ProveLinkProps, 'token' | 'onBroken'>) {
  const navigate = useNavigate()
  const { onSubmit, busy, failure } = useSubmit(async () => {
    const open = (resetToken: string) => navigate(`/reset-password?token=${resetToken}`, { replace: true })
    await claimAccount(token).then(open, onBrokenLinkOr(onBroken))
  })
  return (
    <form onSubmit={onSubmit} className="grid justify-items-start gap-3 border-t pt-4">
      {failure !== null && <FailureNotice message="Verification failed" failure={failure} />}
      <p className="text-ink-2">
        Don’t know the password, or didn’t make this account? A new one signs everyone out and ends every key, invite,
        project offer and other way in set up so far.
      </p>
      <Button type="submit" busy={busy}>
        Set a new one
      </Button>
    </form>
  )
}

/** Passes on a failure of the link; rethrows any other for the form. */
function onBrokenLinkOr(onBroken: (failure: unknown) => void) {
  return (failure: unknown) => {
    if (!LINK_IS_BROKEN.includes(codeOf(failure) ?? '')) throw failure
    onBroken(failure)
  }
}
