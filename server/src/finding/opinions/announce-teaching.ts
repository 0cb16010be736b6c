import { announce } from '../../core/events/announce.ts'
import type { SignalInUse } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'

/** Tells the project that what a model taught about a signal has changed. */
export async function announceTeaching(
  tx: Tx,
  { organizationId, projectId }: Pick<SignalInUse, 'organizationId' | 'projectId'>,
  now: Date,
): Promise<void> {
  const payload = { type: 'changed' as const, what: 'signals' as const, lead_ids: null, origin: null }
  await announce(tx, organizationId, { projectId, payload, now })
}
