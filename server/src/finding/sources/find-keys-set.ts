import type { Tx } from '../../platform/db.ts'
import { selectKeys } from './channel-store.ts'

/** When the project's current keys were set, by platform. */
export async function findKeysSet(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, Date>> {
  const keys = await selectKeys(tx, organizationId, projectId)
  return new Map(keys.map(({ platform, setAt }) => [platform, setAt]))
}
