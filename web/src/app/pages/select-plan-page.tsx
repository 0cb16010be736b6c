import { hasUpgradeStep } from '@leadlight/domain/plans'
import { useLocation } from '../../lib/router/use-router.ts'
import { PlanScreen } from '../../features/billing/plan-screen.tsx'
import { StepIndicator } from '../../features/wizard/step-indicator.tsx'
import { stepIndex, wizardSteps } from '../../features/wizard/wizard-steps.ts'
import { useUpgradeNeed } from '../../lib/organization.ts'

/** The plans. From the wizard, this is its fifth step, with a way back. */
export function SelectPlanPage() {
  const { pathname, ...location } = useLocation()
  const projectId = projectIn(location.state)
  const { need } = useUpgradeNeed()
  const steps = wizardSteps(need)
  return (
    <PlanScreen>
      {projectId !== null && hasUpgradeStep(need) && (
        <StepIndicator steps={steps} current={stepIndex(steps, pathname)} projectId={projectId} />
      )}
    </PlanScreen>
  )
}

function projectIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('projectId' in state)) return null
  return typeof state.projectId === 'string' ? state.projectId : null
}
