import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { useUpgradeNeed } from '../../lib/organization.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlanUnknown } from './plan-unknown.tsx'
import { StepFrame } from './step-frame.tsx'

interface SignalsStepProps {
  projectId: string
  /** Saves unsaved changes; returns whether that succeeded. */
  onSave: () => Promise<boolean>
  /** Starts a search for every signal without one. */
  onStart: () => Promise<void>
  /** Whether any signal will be kept. */
  hasSignals: boolean
  children: ReactNode
}

type Busy = 'saving' | 'starting' | null

/** Step 4: the signals; on to the leads with or without a search, or to a plan if one is needed. */
export function SignalsStep({ projectId, onSave, onStart, hasSignals, children }: SignalsStepProps) {
  const navigate = useNavigate()
  const upgrade = useUpgradeNeed()
  const needsUpgrade = upgrade.need === 'needed'
  const canWrite = useCan('signal.write')
  const [busy, setBusy] = useState<Busy>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function leave(how: Exclude<Busy, null>) {
    setBusy(how)
    setProblem(null)
    try {
      if (!(await onSave())) return
      if (how === 'saving') void navigate(`/projects/${projectId}/posts`)
      else await start()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(null)
    }
  }
  async function start() {
    if (needsUpgrade) {
      void navigate('/org/select-plan', { state: { projectId } })
      return
    }
    await onStart()
    void navigate(`/projects/${projectId}/posts`)
  }
  return (
    <StepFrame
      title="Intent Signals"
      intro="A signal says in plain words what somebody would write who needs you. Each is searched for by itself."
      {...(canWrite && { backTo: `/projects/new/${projectId}/step-3` })}
      actions={
        !canWrite ? (
          <Link to={`/projects/${projectId}/posts`} className={buttonClass('primary')}>
            Go to the posts
          </Link>
        ) : (
          <>
            <Button busy={busy === 'saving'} onClick={() => void leave('saving')}>
              Save for later
            </Button>
            <Button variant="primary" busy={busy === 'starting'} onClick={() => void leave('starting')}>
              {needsUpgrade ? 'Choose a plan' : 'Start finding leads'}
              <ArrowRight aria-hidden="true" />
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {!canWrite && <Notice>You can read the signals. Changing them takes a member of the organization.</Notice>}
        {canWrite && upgrade.need === 'error' && <PlanUnknown onRetry={upgrade.retry} retrying={upgrade.retrying} />}
        {problem && (
          <Notice tone="bad">
            <b className="font-semibold">The search could not be started.</b> {problem}
            {hasSignals && ' Your signals are saved.'}
          </Notice>
        )}
        {children}
      </div>
    </StepFrame>
  )
}
