import { announce } from '../events/announce.ts'
import type { Tx } from '../platform/db.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectProjectsOf, type WatchRow } from './watch-store.ts'

/** Tells everybody who listens to it that a source fails, or works again. */
export async function tellListeners(
  tx: Tx,
  { clock }: Pick<MonitoringDependencies, 'clock'>,
  watch: WatchRow,
  error: string | null,
): Promise<void> {
  const payload = { type: 'source' as const, platform: watch.platform, source: watch.source, error }
  for (const { organizationId, projectId } of await selectProjectsOf(tx, watch.id)) {
    await announce(tx, organizationId, { projectId, payload, now: clock.now() })
  }
}
