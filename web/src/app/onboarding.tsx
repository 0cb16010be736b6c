import { useNavigate } from 'react-router'
import { signOut } from '../features/accounts/sign-out.ts'
import { UnverifiedNotice } from '../features/accounts/unverified-notice.tsx'
import { CreateOrganizationScreen } from '../features/organization/create-organization-screen.tsx'
import { InvitesToMe } from '../features/team/invites-to-me.tsx'
import { AuthBackdrop } from './auth-backdrop.tsx'
import { Brand } from './brand.tsx'

/** For signed-in users without an organization: their pending invites, or a new organization. */
export function Onboarding() {
  const navigate = useNavigate()
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <AuthBackdrop />
      <UnverifiedNotice />
      <main className="grid w-full flex-1 content-center justify-items-center gap-6 p-4">
        <Brand />
        <InvitesToMe />
        <CreateOrganizationScreen onSignOut={() => void signOut().then(() => navigate('/sign-in'))} />
      </main>
    </div>
  )
}
