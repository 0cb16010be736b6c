import { lazy, Suspense, useEffect } from 'react'
import { InnerRoute } from '../lib/router/inner-route.tsx'
import { useParams } from '../lib/router/use-router.ts'
import { setCurrentProjectId } from '../lib/api.ts'
import { useHasCosts } from '../lib/costs.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { useCredits, useOrganization } from '../lib/organization.ts'
import { useOffersToMe } from '../lib/offers.ts'
import { useProjects } from '../lib/projects.ts'
import { hasStatus, messageOf } from '../lib/request-error.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { Shell } from './shell/shell.tsx'
import { useOwnMembership } from './use-own-membership.ts'

const UnverifiedNotice = lazy(async () => ({
  default: (await import('../features/accounts/unverified-notice.tsx')).UnverifiedNotice,
}))
const LowCreditsNotice = lazy(async () => ({
  default: (await import('../features/billing/low-credits-notice.tsx')).LowCreditsNotice,
}))
const OfferNotice = lazy(async () => ({
  default: (await import('../features/projects/offer-notice.tsx')).OfferNotice,
}))
const Onboarding = lazy(async () => ({ default: (await import('./onboarding.tsx')).Onboarding }))

/** The layout behind sign-in: waits for the organization and its projects, then shows the shell. */
export function MainLayout() {
  const { projectId } = useParams()
  useEffect(() => setCurrentProjectId(projectId ?? null), [projectId])
  useOwnMembership()
  const organization = useOrganization()
  const projects = useProjects()
  const offers = useOffersToMe()
  const { data: user } = useCurrentUser()
  const level = useCredits().data?.level
  const isLow = useHasCosts() && (level === 'low' || level === 'empty')

  if (organization.data === null) {
    return (
      <Suspense fallback={<LoadingOverlay label="Loading Leadlight" />}>
        <Onboarding />
      </Suspense>
    )
  }
  const error = organization.data ? (projects.data ? undefined : projects.error) : organization.error
  // A 401 redirects to sign-in.
  if (error && !hasStatus(error, 401)) {
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
  if (!organization.data || !projects.data) return <LoadingOverlay label="Loading your organization" />
  return (
    // Waits for the line above the page: arriving later, it would move what the user is about to press.
    <Suspense fallback={<LoadingOverlay label="Loading your organization" />}>
      <Shell projects={projects.data}>
        {user?.is_verified === false && <UnverifiedNotice />}
        <Suspense>{isLow && <LowCreditsNotice />}</Suspense>
        <Suspense>{offers.data?.length ? <OfferNotice /> : null}</Suspense>
        <InnerRoute />
      </Shell>
    </Suspense>
  )
}
