import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSWRConfig } from 'swr'
import { signOut } from '../features/accounts/sign-out.ts'
import { UnverifiedNotice } from '../features/accounts/unverified-notice.tsx'
import { CreateOrganizationScreen } from '../features/organization/create-organization-screen.tsx'
import { InvitesToMe } from '../features/team/invites-to-me.tsx'
import { keys } from '../lib/keys.ts'
import { AuthBackdrop } from './auth-backdrop.tsx'
import { Brand } from './brand.tsx'

/** For signed-in users without an organization: their pending invites, or a new organization. */
export function Onboarding() {
  const navigate = useNavigate()
  const openOrganization = useOpenOrganization()
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <AuthBackdrop />
      <UnverifiedNotice />
      <main className="grid w-full flex-1 content-center justify-items-center gap-6 p-4">
        <Brand />
        <InvitesToMe />
        <CreateOrganizationScreen
          onCreated={openOrganization}
          onSignOut={() => void signOut().then(() => navigate('/sign-in'))}
        />
      </main>
    </div>
  )
}

/**
 * Opens the organization that the user has just created: at the wizard of its first project, unless another page was
 * asked for, such as the list with an offered project.
 */
function useOpenOrganization(): () => void {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isCreated, setCreated] = useState(false)
  const isAtIndex = pathname === '/'
  useEffect(() => {
    // Screens of members replace this one. The index would redirect, so it has to be left before.
    if (isCreated && !isAtIndex) void mutate(keys.me)
  }, [isCreated, isAtIndex, mutate])
  return () => {
    setCreated(true)
    if (isAtIndex) void navigate('/projects/new', { replace: true })
  }
}
