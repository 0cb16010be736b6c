import { hasUpgradeStep, type UpgradeNeed } from '@leadlight/domain/plans'

export interface WizardStep {
  label: string
  /** The last part of its path; null for the plan page, which has another path. */
  path: string | null
}

const SIGNALS = 'step-4'

const STEPS: readonly WizardStep[] = [
  { label: 'Enter your website', path: 'step-1' },
  { label: 'Describe your business', path: 'step-2' },
  { label: 'How do you want to use Leadlight', path: 'step-3' },
  { label: 'Intent Signals', path: SIGNALS },
]

const UPGRADE: WizardStep = { label: 'Upgrade Plan', path: null }

/** Whether the path is the signals step, which everybody in the project may read. */
export function isSignalsStep(pathname: string): boolean {
  return STEPS[stepIndex(STEPS, pathname)]?.path === SIGNALS
}

/** The wizard's steps; the fifth only if the organization lacks an active subscription or credits. */
export function wizardSteps(need: UpgradeNeed): readonly WizardStep[] {
  return hasUpgradeStep(need) ? [...STEPS, UPGRADE] : STEPS
}

/** A step's path; without a project there is only the first, which creates it. */
export function stepPath(step: WizardStep, projectId: string | null): string {
  if (step.path === null) return '/org/select-plan'
  return projectId ? `/projects/new/${projectId}/${step.path}` : '/projects/new'
}

/** The index of a path's step; the index page is the first. */
export function stepIndex(steps: readonly WizardStep[], pathname: string): number {
  const last = pathname.replace(/\/$/u, '').split('/').at(-1)
  const index = steps.findIndex((step) => (step.path ?? 'select-plan') === last)
  return index < 0 ? 0 : index
}
