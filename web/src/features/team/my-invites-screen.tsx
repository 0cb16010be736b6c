import type { Invite } from '@leadlight/contract/team'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/use-router.ts'
import useSWR from 'swr'
import { listInvitesAddressedToMe } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { keys } from '../../lib/keys.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useToken } from '../../lib/session.ts'
import { rememberReturnTo } from '../../lib/return-to.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { InviteFrame, InviteSkeleton } from './invite-frame.tsx'
import { InvitesToMe } from './invites-to-me.tsx'

const TITLE = 'Your invites'

/** `/invite` without a code: the user's pending invites. */
export function MyInvitesScreen() {
  const isSignedIn = useToken() !== null
  return isSignedIn ? <MyInvites /> : <SignInFirst />
}

function MyInvites() {
  usePageTitle(TITLE)
  const navigate = useNavigate()
  const { data: user } = useCurrentUser()
  const invites = useSWR<Invite[], unknown>(keys.invitesToMe, () => call(listInvitesAddressedToMe, {}))
  if (invites.data && invites.data.length > 0) {
    return (
      <>
        <h1 className="sr-only">{TITLE}</h1>
        <InvitesToMe onJoined={() => void navigate('/', { replace: true })} />
      </>
    )
  }
  if (invites.error && !invites.data) {
    return (
      <InviteFrame title={TITLE}>
        <ErrorState
          title="Your invites could not be loaded"
          onRetry={() => void invites.mutate()}
          retrying={invites.isValidating}
        >
          {messageOf(invites.error)}
        </ErrorState>
      </InviteFrame>
    )
  }
  if (!invites.data || !user) return <InviteSkeleton />
  return (
    <InviteFrame title={TITLE}>
      <p className="text-ink-2">
        {user.is_verified
          ? `No invite waits for ${user.email}. If you were given the link of one, open it.`
          : `Invites to ${user.email} show here once you have verified that address. The link of an invite works at once.`}
      </p>
      <Link to="/" className={buttonClass('default', 'm', 'justify-self-start')}>
        Continue to Leadlight
      </Link>
    </InviteFrame>
  )
}

function SignInFirst() {
  return (
    <InviteFrame title={TITLE}>
      <p className="text-ink-2">Open the link of your invite, or sign in to see the invites that wait for you.</p>
      <Link to="/sign-in" onClick={() => rememberReturnTo('/invite')} className={buttonClass('primary', 'l')}>
        Sign in
      </Link>
    </InviteFrame>
  )
}
