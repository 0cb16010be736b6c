import type { Monitoring } from '@leadlight/contract/signals'
import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import { pauseNote, spentThisMonth } from '@leadlight/domain/monitoring'
import type { SignalRow } from '../../core/signals/signals.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { FULL_DAY, selectFullNames } from '../matching/name-limit.ts'
import { countWaiting } from './arrival-store.ts'
import { selectMonitors } from './monitor-store.ts'

export const NEVER_MONITORED: Monitoring = {
  enabled: false,
  monthly_credit_budget: null,
  spent_this_month: 0,
  state: 'off',
  waiting: 0,
  note: null,
}

/** The state of the project's monitored signals, by signal; those never monitored are left out. */
export async function describeMonitoring(
  tx: Tx,
  { clock, judgedPostPrice }: { clock: Clock; judgedPostPrice: Millicredits },
  { organizationId, projectId }: ProjectIds,
  signals: readonly Pick<SignalRow, 'id' | 'kind'>[],
): Promise<Map<string, Monitoring>> {
  const now = clock.now()
  const free = new Set(signals.filter(({ kind }) => kind === 'name').map(({ id }) => id))
  const full = await selectFullNames(tx, organizationId, { signalIds: [...free], now })
  const waiting = await countWaiting(tx, organizationId, projectId)
  const monitors = await selectMonitors(tx, organizationId, projectId)
  return new Map(
    monitors.map((monitor) => {
      const posts = waiting.get(monitor.signalId) ?? 0
      const { budget, paused: pause, dropped } = monitor
      const price = free.has(monitor.signalId) ? 0 : judgedPostPrice
      const paused = monitor.enabled ? pauseNote({ budget, price, pause, waiting: posts, dropped }, now) : null
      const note = paused ?? (monitor.enabled && full.has(monitor.signalId) ? FULL_DAY : null)
      const monitoring: Monitoring = {
        enabled: monitor.enabled,
        monthly_credit_budget: toCredits(monitor.budget),
        spent_this_month: toCredits(spentThisMonth(monitor, now)),
        state: monitor.enabled ? (paused === null ? 'listening' : 'paused') : 'off',
        waiting: posts,
        note,
      }
      return [monitor.signalId, monitoring]
    }),
  )
}
