import { useEffect } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { signOut } from '../features/accounts/sign-out.ts'
import { UnverifiedNotice } from '../features/accounts/unverified-notice.tsx'
import { CreateOrganizationScreen } from '../features/organization/create-organization-screen.tsx'
import { setCurrentProjectId } from '../lib/api.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { useOrganization } from '../lib/organization.ts'
import { useProjects } from '../lib/projects.ts'
import { messageOf } from '../lib/request-error.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { SpinnerOverlay } from '../ui/spinner.tsx'
import { AuthBackdrop } from './auth-backdrop.tsx'
import { Brand } from './brand.tsx'
import { Shell } from './shell/shell.tsx'

/** What everything behind sign-in stands in: waits for the organization and its projects, then shows the shell. */
export function MainLayout() {
  const { projectId } = useParams()
  useEffect(() => setCurrentProjectId(projectId ?? null), [projectId])
  const organization = useOrganization()
  const projects = useProjects()
  useCurrentUser()

  if (organization.data === null) return <Onboarding />
  const error = organization.data ? (projects.data ? undefined : projects.error) : organization.error
  if (error) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <ErrorState
          title="Your organization could not be loaded"
          onRetry={() => void Promise.all([organization.mutate(), projects.mutate()])}
          retrying={organization.isValidating || projects.isValidating}
        >
          {messageOf(error)}
        </ErrorState>
      </main>
    )
  }
  if (!organization.data || !projects.data) return <SpinnerOverlay label="Loading your organization" />
  return (
    <Shell projects={projects.data}>
      <UnverifiedNotice />
      <Outlet />
    </Shell>
  )
}

/** Signed in, but without an organization: nothing else works until there is one. */
function Onboarding() {
  const navigate = useNavigate()
  return (
    <div className="relative isolate grid min-h-dvh place-items-center p-4">
      <AuthBackdrop />
      <main className="grid w-full justify-items-center gap-6">
        <Brand />
        <CreateOrganizationScreen onSignOut={() => void signOut().then(() => navigate('/sign-in'))} />
      </main>
    </div>
  )
}
