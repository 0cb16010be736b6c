import { useLocation } from 'react-router'
import { PlanScreen } from '../../features/billing/plan-screen.tsx'
import { StepIndicator } from '../../features/wizard/step-indicator.tsx'
import { stepIndex, wizardSteps } from '../../features/wizard/wizard-steps.ts'
import { useNeedsUpgrade } from '../../lib/organization.ts'

/** The plans. Whoever comes here from the wizard sees it as its fifth step, with the way back. */
export function SelectPlanPage() {
  const { pathname, ...location } = useLocation()
  const projectId = projectIn(location.state)
  const needsUpgrade = useNeedsUpgrade()
  const steps = wizardSteps(true)
  return (
    <PlanScreen>
      {projectId !== null && needsUpgrade && (
        <StepIndicator steps={steps} current={stepIndex(steps, pathname)} projectId={projectId} />
      )}
    </PlanScreen>
  )
}

function projectIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('projectId' in state)) return null
  return typeof state.projectId === 'string' ? state.projectId : null
}
