import type { Tx } from '../../platform/db.ts'
import { clearKeySetters } from './channel-store.ts'

/** Leaves behind who set the keys of a project that has moved; the keys go along. */
export async function forgetKeySetters(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await clearKeySetters(tx, organizationId, projectId)
}
