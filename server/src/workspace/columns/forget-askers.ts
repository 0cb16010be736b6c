import type { Tx } from '../../platform/db.ts'
import { clearAskers } from './column-store.ts'

/** Forgets who asked for the project's smart columns, as where it leaves for people who do not know them. */
export async function forgetAskers(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await clearAskers(tx, organizationId, projectId)
}
