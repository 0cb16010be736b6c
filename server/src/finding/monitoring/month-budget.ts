import type { OfSignal } from '../../core/signals/signals.ts'
import { monthOf, type Millicredits } from '@leadlight/domain/credits'
import { spentThisMonth } from '@leadlight/domain/monitoring'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { selectArrived } from './arrival-store.ts'
import { lockMonitor, updateMonitor } from './monitor-store.ts'

/** More than a batch has. */
const HELD_MAX = 1_000

/** What is neither spent nor reserved of the signal's budget this month; zero where it is not monitored any more. */
export async function monthBudgetLeft(
  tx: Tx,
  { clock }: { clock: Clock },
  { organizationId, signalId }: OfSignal,
): Promise<Millicredits> {
  const monitor = await lockMonitor(tx, organizationId, signalId)
  if (!monitor?.enabled) return 0
  const left = monitor.budget - spentThisMonth(monitor, clock.now())
  if (!monitor.batch) return left
  const held = await selectArrived(tx, { organizationId, signalId }, { state: 'held', limit: HELD_MAX })
  return left - held.length * (monitor.batch.price + monitor.batch.modelPrice)
}

export async function addToMonthSpent(
  tx: Tx,
  { clock }: { clock: Clock },
  { organizationId, signalId }: OfSignal,
  amount: Millicredits,
): Promise<void> {
  const monitor = await lockMonitor(tx, organizationId, signalId)
  const now = clock.now()
  if (monitor) await updateMonitor(tx, monitor, { month: monthOf(now), spent: spentThisMonth(monitor, now) + amount })
}
