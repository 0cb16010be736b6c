import { useEffect } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { InnerRoute } from '../../lib/router/inner-route.tsx'
import { useLocation, useParams } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { useUpgradeNeed } from '../../lib/organization.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useProject } from '../../lib/projects.ts'
import { STORED, writeStored } from '../../lib/storage.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { WizardSkeleton } from './wizard-skeleton.tsx'
import { isSignalsStep, stepIndex, wizardSteps } from './wizard-steps.ts'

/** The wizard's frame: title, steps, and the current step once its project has loaded. */
export function WizardLayout() {
  usePageTitle('New Project')
  const { projectId } = useParams()
  const { pathname } = useLocation()
  const steps = wizardSteps(useUpgradeNeed().need)
  const project = useProject(projectId)
  useEffect(() => {
    if (projectId && project.data) writeStored(STORED.lastProjectId, projectId)
  }, [projectId, project.data])
  const canWrite = useCan('project.create')
  // Everybody can read signals; guests find the other steps' values in the settings.
  if (!canWrite && !isSignalsStep(pathname)) return <NotForGuests projectId={projectId} />
  return (
    <Page title="New Project" subtitle="Create a new project">
      <StepIndicator steps={steps} current={stepIndex(steps, pathname)} projectId={projectId ?? null} />
      {!projectId || project.data ? (
        <InnerRoute />
      ) : project.error ? (
        <ErrorState
          title="The project could not be loaded"
          onRetry={() => void project.mutate()}
          retrying={project.isValidating}
        >
          What was saved is still there.
        </ErrorState>
      ) : (
        <WizardSkeleton />
      )}
    </Page>
  )
}

function NotForGuests({ projectId }: { projectId: string | undefined }) {
  return (
    <Page title="New Project" subtitle="Create a new project">
      <Notice>
        {projectId
          ? 'Changing a project takes a member of the organization. '
          : 'Creating a project takes a member of the organization. '}
        <Link to={projectId ? `/projects/${projectId}/settings/business` : '/org/projects'} className="underline">
          {projectId ? 'See its settings' : 'See your projects'}
        </Link>
      </Notice>
    </Page>
  )
}
