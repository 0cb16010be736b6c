import type { IntentSignal } from '@leadlight/contract/signals'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { useSignalChanges } from './signal-changes.ts'

/** Bounds nothing while judging is free, and bounds the first month should it get a price. */
const BUDGET = 100

/**
 * Turns monitoring on without asking for a budget; null where judging costs something, or that is not known yet. For
 * watched names nothing is judged.
 */
export function useFreeMonitoring(
  projectId: string,
  kind: IntentSignal['kind'] = 'intent',
): ((signal: IntentSignal) => void) | null {
  const price = useJudgingPrice()
  const { monitor } = useSignalChanges(projectId)
  if (price?.most !== 0 && kind !== 'name') return null
  return (signal) => {
    monitor(signal.id, signal.monitoring.monthly_credit_budget ?? BUDGET).catch((error: unknown) =>
      showToast({ kind: 'error', message: `Monitoring was not turned on. ${messageOf(error)}` }),
    )
  }
}
