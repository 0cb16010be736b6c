import type { InvitePreview } from '@leadlight/contract/team'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/use-router.ts'
import { acceptTokenizedInvite, previewTokenizedInvite, rejectTokenizedInvite } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { hasStatus, messageOf } from '../../lib/request-error.ts'
import { useToken } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useResetOrganization } from '../../lib/use-reset-organization.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useNextLink } from '../../lib/use-next-link.ts'
import { rememberReturnTo } from '../../lib/return-to.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { InviteFrame, InviteSkeleton } from './invite-frame.tsx'

interface InviteProps {
  /** From the link in the mail. */
  token: string
  /** Ends the session in this browser. */
  signOut: () => Promise<void>
}

/** An invite opened by the link in its mail, with the ways to answer it. */
export function InviteScreen({ token, signOut }: InviteProps) {
  const outcome = useOnce(readInvite, token)
  const [isDeclined, setIsDeclined] = useState(false)
  const isSignedIn = useToken() !== null
  if (outcome.state === 'pending') return <InviteSkeleton />
  if (outcome.state === 'failed') {
    return (
      <InviteFrame title="Your invite">
        <Notice tone="bad">{messageOf(outcome.error)}</Notice>
        <div className="flex flex-wrap gap-2">
          {!hasStatus(outcome.error, 404) && <Button onClick={outcome.again}>Try again</Button>}
          <NextLink />
        </div>
      </InviteFrame>
    )
  }
  const invite = outcome.value
  if (isDeclined) {
    return (
      <InviteFrame title="Your invite">
        <Notice>You declined the invite to {invite.organization_name}.</Notice>
        <NextLink />
      </InviteFrame>
    )
  }
  const decline = <Decline token={token} onDeclined={() => setIsDeclined(true)} />
  return (
    <InviteFrame title={`Join ${invite.organization_name}`} invite={invite}>
      {isSignedIn ? (
        <SignedInAnswer invite={invite} token={token} signOut={signOut} decline={decline} />
      ) : (
        <SignedOutAnswer invite={invite} token={token} decline={decline} />
      )}
    </InviteFrame>
  )
}

function readInvite(token: string): Promise<InvitePreview> {
  return call(previewTokenizedInvite, { query: { t: token } })
}

interface AnswerProps {
  invite: InvitePreview
  token: string
  decline: ReactNode
}

function SignedOutAnswer({ invite, token, decline }: AnswerProps) {
  const remember = () => rememberReturnTo(invitePath(token))
  const state = { email: invite.email }
  return (
    <div className="grid gap-2">
      <Link to="/sign-up" state={state} onClick={remember} className={buttonClass('primary', 'l')}>
        Create an account to join
      </Link>
      <Link to="/sign-in" state={state} onClick={remember} className={buttonClass('default', 'l')}>
        Sign in to join
      </Link>
      {decline}
    </div>
  )
}

function SignedInAnswer({ invite, token, signOut, decline }: AnswerProps & InviteProps) {
  const { data: user, error } = useCurrentUser()
  if (error && !user) return <Notice tone="bad">{messageOf(error)}</Notice>
  if (!user) return <div aria-busy="true" className="h-10 animate-breathe rounded-control bg-line" />
  const isForUser = user.email.toLowerCase() === invite.email.toLowerCase()
  return isForUser ? (
    <Accept invite={invite} token={token} decline={decline} />
  ) : (
    <ForAnother invite={invite} token={token} signedInAs={user.email} signOut={signOut} />
  )
}

function Accept({ invite, token, decline }: AnswerProps) {
  const navigate = useNavigate()
  const resetOrganization = useResetOrganization()
  const { busy, failure, run } = useAttempt()
  async function accept() {
    await call(acceptTokenizedInvite, { query: { t: token } })
    await resetOrganization()
    showToast({ kind: 'success', message: `You joined ${invite.organization_name}.` })
    await navigate('/', { replace: true })
  }
  return (
    <div className="grid gap-2">
      {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
      <Button variant="primary" size="l" busy={busy} onClick={() => void run(accept)}>
        Join {invite.organization_name}
      </Button>
      {decline}
    </div>
  )
}

interface ForAnotherProps extends InviteProps {
  invite: InvitePreview
  signedInAs: string
}

function ForAnother({ invite, token, signedInAs, signOut }: ForAnotherProps) {
  const navigate = useNavigate()
  async function leave() {
    const ended = signOut()
    rememberReturnTo(invitePath(token))
    await navigate('/sign-in', { state: { email: invite.email } })
    await ended
  }
  return (
    <div className="grid gap-3">
      <Notice tone="warning">
        This invite is for {invite.email}, and you are signed in as {signedInAs}.
      </Notice>
      <Button size="l" onClick={() => void leave()}>
        Sign out and use the other address
      </Button>
      <Link to="/" className="link justify-self-center">
        Stay signed in as I am
      </Link>
    </div>
  )
}

function Decline({ token, onDeclined }: { token: string; onDeclined: () => void }) {
  const { busy, failure, run } = useAttempt()
  async function decline() {
    await call(rejectTokenizedInvite, { query: { t: token } })
    onDeclined()
  }
  return (
    <>
      <Button variant="quiet" size="l" busy={busy} onClick={() => void run(decline)}>
        Decline
      </Button>
      {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
    </>
  )
}

function NextLink() {
  const { to, text } = useNextLink()
  return (
    <Link to={to} className={buttonClass('default', 'm', 'justify-self-start')}>
      {text}
    </Link>
  )
}

function invitePath(token: string): string {
  return `/invite?${new URLSearchParams({ t: token })}`
}
