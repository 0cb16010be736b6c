import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../lib/router/use-router.ts'
import { useSWRConfig } from 'swr'
import { DeleteAccountForm } from '../features/accounts/delete-account-form.tsx'
import { signOut } from '../features/accounts/sign-out.ts'
import { UnverifiedNotice } from '../features/accounts/unverified-notice.tsx'
import { CreateOrganizationScreen } from '../features/organization/create-organization-screen.tsx'
import { OfferedProjects } from '../features/projects/offered-projects.tsx'
import { InvitesToMe } from '../features/team/invites-to-me.tsx'
import { useCurrentUser } from '../lib/current-user.ts'
import { keys } from '../lib/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { AuthBackdrop } from './auth-backdrop.tsx'
import { Brand } from './brand.tsx'

/** For signed-in users without an organization: what waits for their answer, a new organization, or the end of the account. */
export function Onboarding() {
  const navigate = useNavigate()
  const openOrganization = useOpenOrganization()
  const { data: user } = useCurrentUser()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className="relative isolate flex min-h-dvh flex-col">
      <AuthBackdrop />
      <UnverifiedNotice />
      <main className="grid w-full flex-1 content-center justify-items-center gap-6 p-4">
        <Brand />
        <InvitesToMe />
        <div className="w-full max-w-104">
          <OfferedProjects />
        </div>
        <CreateOrganizationScreen
          onCreated={openOrganization}
          onSignOut={() => void signOut().then(() => navigate('/sign-in'))}
          onDeleteAccount={() => setDeleting(true)}
        />
      </main>
      <Dialog
        open={user !== undefined && isDeleting}
        onOpenChange={setDeleting}
        title="Delete your account?"
        description="This cannot be undone."
      >
        {user && <DeleteAccountForm user={user} onClose={() => setDeleting(false)} />}
      </Dialog>
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
