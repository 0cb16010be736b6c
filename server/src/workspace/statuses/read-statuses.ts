import type { Tx } from '../../platform/db.ts'
import { selectStatuses, type StatusSet } from './status-store.ts'

/** The statuses of a set, in its order, in a transaction that has checked who may see them. */
export async function readStatuses(
  tx: Tx,
  organizationId: string,
  set: StatusSet,
): Promise<{ id: string; name: string }[]> {
  return (await selectStatuses(tx, organizationId, set)).map(({ id, name }) => ({ id, name }))
}
