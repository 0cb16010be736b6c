import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { signOut } from '../../features/accounts/sign-out.ts'
import { InviteScreen } from '../../features/team/invite-screen.tsx'
import { MyInvitesScreen } from '../../features/team/my-invites-screen.tsx'

/** The invite from a mail's link; without one, the user's pending invites. */
export function InvitePage() {
  const token = useSearchParams()[0].get('t')
  return token ? <InviteScreen key={token} token={token} signOut={signOut} /> : <MyInvitesScreen />
}
