import type { IntentSignal } from '@leadlight/contract/signals'
import { useRef, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toast.tsx'
import { MonitoringBudget } from './monitoring-budget.tsx'
import { MonitoringSpending, MonitoringState } from './monitoring-state.tsx'
import { useSignalChanges } from './signal-changes.ts'
import { useFreeMonitoring } from './use-free-monitoring.ts'

interface SignalMonitoringProps {
  projectId: string
  signal: IntentSignal
  canWrite: boolean
  /** What it asks at first. */
  asks?: 'budget' | 'stop'
  /** What was asked is answered or called off. */
  onDone?: () => void
}

/** A signal's monitoring: its state, its switch and, where judging costs something, its budget. */
export function SignalMonitoring({ projectId, signal, canWrite, asks, onDone }: SignalMonitoringProps) {
  const { monitor, stopMonitoring } = useSignalChanges(projectId)
  const startFreely = useFreeMonitoring(projectId, signal.kind)
  const [asking, setAsking] = useState<'budget' | 'stop' | null>(asks ?? null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { monitoring } = signal

  function close() {
    setAsking(null)
    toggle.current?.focus()
    onDone?.()
  }
  async function set(monthlyCredits: number) {
    await monitor(signal.id, monthlyCredits)
    close()
  }
  function turn(on: boolean) {
    if (on && startFreely) startFreely(signal)
    else setAsking(on ? 'budget' : monitoring.enabled ? 'stop' : null)
  }
  async function stop() {
    try {
      await stopMonitoring(signal.id)
      close()
    } catch (error) {
      showToast({ kind: 'error', message: `Monitoring was not turned off. ${messageOf(error)}` })
    }
  }
  return (
    <fieldset aria-label={`Monitoring of: ${signal.intent_signal}`} className="grid min-w-0 gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {canWrite ? (
          <Switch ref={toggle} checked={monitoring.enabled || asking === 'budget'} onChange={turn}>
            <span className="font-medium">Monitoring</span>
          </Switch>
        ) : (
          <span className="font-medium">Monitoring</span>
        )}
        <div className="min-w-0 flex-1 basis-64">
          {asking === 'budget' && !monitoring.enabled ? (
            <span className="text-s text-ink-2">It begins once it has a budget.</span>
          ) : (
            <MonitoringState monitoring={monitoring} kind={signal.kind} />
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {signal.kind !== 'name' && <MonitoringSpending monitoring={monitoring} />}
        {canWrite && monitoring.enabled && asking === null && !startFreely && (
          <Button size="s" onClick={() => setAsking('budget')}>
            Change budget
          </Button>
        )}
      </div>
      {asking === 'budget' && <MonitoringBudget projectId={projectId} signal={signal} onSet={set} onCancel={close} />}
      {asking === 'stop' && (
        <InlineConfirm
          label="Turn monitoring off?"
          action="Turn off"
          keep="Keep listening"
          tone={monitoring.waiting > 0 ? 'danger' : 'plain'}
          onConfirm={stop}
          onKeep={close}
        >
          {whatFollows(monitoring.waiting, signal.kind)}
        </InlineConfirm>
      )}
    </fieldset>
  )
}

function whatFollows(waiting: number, kind: IntentSignal['kind']): string {
  if (kind === 'name')
    return 'New posts will no longer be looked at for it. Its leads will stay, and searches still look for it.'
  const kept = 'New posts will no longer be judged for it. Its leads will stay, and searches still look for it'
  if (waiting === 0) return `${kept}.`
  return `${kept}; ${formatCount(waiting, 'post that waits', 'posts that wait')} to be judged will be let go.`
}
