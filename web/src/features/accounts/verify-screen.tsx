import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { User } from '@leadlight/contract/accounts'
import { call } from '../../lib/api.ts'
import { confirmEmailChange, verify } from '../../lib/calls.ts'
import { keys } from '../../lib/keys.ts'
import { codeOf, RequestError } from '../../lib/request-error.ts'
import { useOnce } from '../../lib/use-once.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { useWayOn } from '../../lib/use-way-on.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { RequestVerification } from './request-verification.tsx'

/** Where the links of two mails lead: the one that verifies an address, and the one that changes it. */
export function VerifyScreen() {
  const [params] = useSearchParams()
  const token = params.get('token')
  const change = params.get('email_change')
  if (token) return <FollowLink key={token} token={token} follow={verifyAddress} fallback={<RequestVerification />} />
  if (change) return <FollowLink key={change} token={change} follow={changeAddress} />
  return (
    <AuthCard
      title="Verify your email"
      subtitle="The link in the mail leads here. It can be sent again."
      footer={<WayOn />}
    >
      <RequestVerification />
    </AuthCard>
  )
}

interface FollowLinkProps {
  token: string
  follow: (token: string) => Promise<Followed>
  /** What to do where the link does not work. */
  fallback?: ReactNode
}

interface Followed {
  message: string
  /** Whose address it is; null where it had been verified before. */
  user: User | null
}

function FollowLink({ token, follow, fallback }: FollowLinkProps) {
  const outcome = useOnce(follow, token)
  const patch = usePatchCached()
  const user = outcome.state === 'done' ? outcome.value.user : null
  useEffect(() => {
    if (!user) return
    const { id, email, is_verified } = user
    patch(keys.me, (me: User) => (me.id === id ? { ...me, email, is_verified } : me))
  }, [user, patch])
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
  if (outcome.state === 'done') {
    return (
      <AuthCard title="Verify your email">
        <Notice tone="good">{outcome.value.message}</Notice>
        <WayOn isMain />
      </AuthCard>
    )
  }
  const mayWorkLater =
    outcome.error instanceof RequestError && (outcome.error.status === 0 || outcome.error.status >= 500)
  return (
    <AuthCard title="Verify your email" footer={<WayOn />}>
      <FailureNotice message="Verification failed" failure={outcome.error} />
      {mayWorkLater ? (
        <Button className="justify-self-start" onClick={outcome.again}>
          Try again
        </Button>
      ) : (
        fallback
      )}
    </AuthCard>
  )
}

function WayOn({ isMain = false }: { isMain?: boolean }) {
  const { to, text } = useWayOn()
  return (
    <Link to={to} className={isMain ? buttonClass('primary', 'l') : 'link'}>
      {text}
    </Link>
  )
}

async function verifyAddress(token: string): Promise<Followed> {
  try {
    const user = await call(verify, { body: { token } })
    return { message: `${user.email} is verified.`, user }
  } catch (error) {
    // Following a link twice is no failure: what it was for has been done.
    if (codeOf(error) !== 'VERIFY_USER_ALREADY_VERIFIED') throw error
    return { message: 'This address is verified already.', user: null }
  }
}

async function changeAddress(token: string): Promise<Followed> {
  const user = await call(confirmEmailChange, { body: { token } })
  return { message: `The address of your account is now ${user.email}.`, user }
}
