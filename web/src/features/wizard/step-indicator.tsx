import { Check } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import type { WizardStep } from './wizard-steps.ts'
import { stepPath } from './wizard-steps.ts'

interface StepIndicatorProps {
  steps: readonly WizardStep[]
  current: number
  projectId: string | null
}

/** In the dark theme the accent is nearly the colour of marks, so a done step is dimmed there. */
const LOOKS = {
  done: 'border-mark-line text-ink-2 dark:border-mark-line/40',
  now: 'border-accent text-ink font-semibold',
  later: 'border-line text-ink-3',
}

/**
 * The wizard's steps: finished ones are links, the current one is highlighted. On small screens only its name shows.
 */
export function StepIndicator({ steps, current, projectId }: StepIndicatorProps) {
  return (
    <nav aria-label="Steps">
      <ol className="flex gap-1.5">
        {steps.map((step, index) => {
          const state = index < current ? 'done' : index === current ? 'now' : 'later'
          return (
            <li
              key={step.label}
              aria-current={state === 'now' ? 'step' : undefined}
              className={`min-w-0 border-t-3 pt-2 text-s ${LOOKS[state]} ${state === 'now' ? 'flex-[3] sm:flex-1' : 'flex-1'}`}
            >
              <StepName step={step} number={index + 1} state={state} projectId={projectId} />
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface StepNameProps {
  step: WizardStep
  number: number
  state: keyof typeof LOOKS
  projectId: string | null
}

function StepName({ step, number, state, projectId }: StepNameProps) {
  const name = (
    <>
      {state === 'done' ? (
        <Check aria-hidden="true" className="size-4 shrink-0" />
      ) : (
        <b aria-hidden="true" className="num shrink-0 font-semibold">
          {number}
        </b>
      )}
      <span className={state === 'now' ? 'sm:truncate' : 'max-sm:sr-only truncate'}>
        {step.label}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </span>
    </>
  )
  // The current step's name may take two lines on a phone.
  const className = 'flex items-start gap-1.75 sm:items-center'
  if (state !== 'done' || !projectId) return <span className={className}>{name}</span>
  return (
    <Link to={stepPath(step, projectId)} className={`target ${className} hover:text-ink`}>
      {name}
    </Link>
  )
}
