import type { ProjectIds } from '../../platform/actor.ts'
import type { ChannelError, ChannelKey } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { openKey } from '../sources/open-key.ts'
import { recordKeyHealth } from '../sources/record-key-health.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectProjectsOf, type WatchRow } from './watch-store.ts'

/** The project whose own key a watch uses, and the only one listening to it; null for the installation's key. */
export type KeyHolder = ProjectIds | null

export async function findKeyHolder(tx: Tx, watch: WatchRow): Promise<KeyHolder> {
  if (watch.keyProjectId === null) return null
  const [holder] = await selectProjectsOf(tx, watch.id, { limit: 1 })
  return holder ?? null
}

/**
 * The holder's key; null where there is none. Throws a ChannelError where its use is switched off or it cannot be
 * decrypted.
 */
export async function openKeyOf(
  deps: MonitoringDependencies,
  keyHolder: KeyHolder,
  { platform }: WatchRow,
): Promise<ChannelKey | null> {
  if (!keyHolder) return null
  return openKey(deps, keyHolder.organizationId, { projectId: keyHolder.projectId, platform })
}

/** Records whether a key was accepted, or what the platform said of it. */
export async function noteKeyHealth(
  tx: Tx,
  { clock }: MonitoringDependencies,
  { watch, keyHolder, error }: { watch: WatchRow; keyHolder: KeyHolder; error: ChannelError | null },
): Promise<void> {
  if (!keyHolder) return
  const { organizationId, projectId } = keyHolder
  await recordKeyHealth(tx, organizationId, { projectId, platform: watch.platform, failure: error }, clock.now())
}
