import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../../platform/db.ts'
import { selectUsableKeys } from './key-store.ts'

/** The users of these keys of the organization, by key id, as what they are now; without keys that have ended. */
export async function findKeyOwners(
  tx: Tx,
  organizationId: string,
  keys: { ids: readonly string[]; now: Date },
): Promise<Map<string, { userId: string; role: Role }>> {
  if (keys.ids.length === 0) return new Map()
  const held = await selectUsableKeys(tx, organizationId, { ...keys, ids: [...new Set(keys.ids)] })
  return new Map(held.map((holder) => [holder.id, holder]))
}
