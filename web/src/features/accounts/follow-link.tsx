import { useEffect, useState, type ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import type { User } from '@leadlight/contract/accounts'
import { keys } from '../../lib/keys.ts'
import { codeOf, messageOf, RequestError } from '../../lib/request-error.ts'
import { findToken } from '../../lib/session.ts'
import { useOnce } from '../../lib/use-once.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { ALREADY_VERIFIED, changeAddress, verifyAddress, type Followed } from './mailed-link-calls.ts'
import { ProveLink, type FollowLinkProps, type LinkKind } from './prove-link.tsx'
import { RequestVerification } from './request-verification.tsx'
import { NextLink } from './next-link.tsx'

export const VERIFICATION_LINK: LinkKind = {
  follow: verifyAddress,
  followSignedIn: (token) => verifyAddress(token, { session: findToken() }),
  canTakeAccount: true,
  ask: 'You are not signed in. Enter your password to verify this address.',
  fallback: <RequestVerification />,
}

export const CHANGE_LINK: LinkKind = {
  follow: changeAddress,
  followSignedIn: (token) => changeAddress(token, { session: findToken() }),
  canTakeAccount: false,
  ask: 'You are not signed in. Enter your password to use this address.',
  fallback: null,
}

/** Follows a mailed link: at once if signed in, otherwise after the account's password. */
export function FollowLink(props: FollowLinkProps) {
  const [isSignedIn] = useState(() => findToken() !== null)
  return isSignedIn ? <FollowSignedIn {...props} /> : <ProveAndFollow {...props} />
}

function FollowSignedIn({ token, kind }: FollowLinkProps) {
  const outcome = useOnce(kind.followSignedIn, token)
  if (outcome.state === 'pending') {
    return (
      <AuthCard title="Verify your email">
        <p className="flex items-center gap-2.5 text-ink-2">
          <Spinner />
          <output>Following the link</output>
        </p>
      </AuthCard>
    )
  }
  if (outcome.state === 'done') return <Done {...outcome.value} />
  const { error } = outcome
  if (codeOf(error) === 'link_for_another') {
    return <ProveAndFollow token={token} kind={kind} notice={messageOf(error)} />
  }
  if (error instanceof RequestError && error.status === 401) return <ProveAndFollow token={token} kind={kind} />
  return <Failed error={error} again={outcome.again} fallback={kind.fallback} />
}

function ProveAndFollow({ token, kind, notice }: FollowLinkProps & { notice?: string }) {
  const [followed, setFollowed] = useState<Followed | null>(null)
  const [broken, setBroken] = useState<unknown>(null)
  if (followed) return <Done {...followed} />
  if (broken !== null && codeOf(broken) === 'VERIFY_USER_ALREADY_VERIFIED') return <Done {...ALREADY_VERIFIED} />
  if (broken !== null) return <Failed error={broken} fallback={kind.fallback} />
  return (
    <AuthCard title="Verify your email" subtitle={kind.ask} footer={<NextLink />}>
      {notice !== undefined && <Notice>{notice}</Notice>}
      <ProveLink token={token} kind={kind} onFollowed={setFollowed} onBroken={setBroken} />
    </AuthCard>
  )
}

function Done({ message, user }: Followed) {
  const patch = usePatchCached()
  useEffect(() => {
    if (!user) return
    const { id, email, is_verified } = user
    patch(keys.me, (me: User) => (me.id === id ? { ...me, email, is_verified } : me))
  }, [user, patch])
  return (
    <AuthCard title="Verify your email">
      <Notice tone="good">{message}</Notice>
      <NextLink isMain />
      {!user && (
        <Link to="/forgot-password" className="link justify-self-start">
          Forgot your password?
        </Link>
      )}
    </AuthCard>
  )
}

interface FailedProps {
  error: unknown
  /** Retries, if that may help. */
  again?: () => void
  fallback: ReactNode
}

function Failed({ error, again, fallback }: FailedProps) {
  const mayWorkLater = error instanceof RequestError && (error.status === 0 || error.status >= 500)
  return (
    <AuthCard title="Verify your email" footer={<NextLink />}>
      <FailureNotice message="Verification failed" failure={error} />
      {mayWorkLater && again ? (
        <Button className="justify-self-start" onClick={again}>
          Try again
        </Button>
      ) : (
        fallback
      )}
    </AuthCard>
  )
}
