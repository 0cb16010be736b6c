import { useEffect } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useLocation, useNavigate } from '../../lib/router/use-router.ts'
import { useToken } from '../../lib/session.ts'
import { useOnce } from '../../lib/use-once.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { signInWithGoogle } from './sign-in.ts'

/** The return page from Google. Google's code works once, so it is used once, however often this renders. */
export function GoogleCallbackScreen() {
  const { search } = useLocation()
  const outcome = useOnce(signInWithGoogle, search)
  const navigate = useNavigate()
  const isSignedIn = useToken() !== null
  const target = outcome.state === 'done' ? outcome.value : null
  useEffect(() => {
    if (target) void navigate(target, { replace: true })
  }, [target, navigate])
  if (outcome.state !== 'failed') {
    return (
      <AuthCard title="Sign in with Google">
        <p className="flex items-center gap-2.5 text-ink-2">
          <Spinner />
          <output>Signing you in</output>
        </p>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Sign in with Google">
      <FailureNotice message="An error occurred while logging in..." failure={outcome.error} />
      <Link to={isSignedIn ? '/account' : '/sign-in'} className={buttonClass('default', 'l')}>
        {isSignedIn ? 'Back to your account' : 'Back to sign in'}
      </Link>
    </AuthCard>
  )
}
