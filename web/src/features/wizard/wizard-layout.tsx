import { useEffect } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { useNeedsUpgrade } from '../../lib/organization.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useProject } from '../../lib/projects.ts'
import { STORED, writeStored } from '../../lib/storage.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { WizardSkeleton } from './wizard-skeleton.tsx'
import { stepIndex, wizardSteps } from './wizard-steps.ts'

/** The frame of the wizard: title, steps, and the step one is at, once its project is there. */
export function WizardLayout() {
  usePageTitle('New Project')
  const { projectId } = useParams()
  const { pathname } = useLocation()
  const steps = wizardSteps(useNeedsUpgrade())
  const project = useProject(projectId)
  useEffect(() => {
    if (projectId && project.data) writeStored(STORED.lastProjectId, projectId)
  }, [projectId, project.data])
  return (
    <Page title="New Project" subtitle="Create a new project">
      <StepIndicator steps={steps} current={stepIndex(steps, pathname)} projectId={projectId ?? null} />
      {!projectId || project.data ? (
        <Outlet />
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
