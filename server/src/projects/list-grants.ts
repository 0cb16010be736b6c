import type { Tx } from '../platform/db.ts'
import { listGrantsOfMany } from './guest-store.ts'

/** Which projects each of these guests sees, the first granted first; whoever sees none is left out. */
export async function listGrants(
  tx: Tx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const granted = new Map<string, string[]>()
  for (const { accountId, projectId } of await listGrantsOfMany(tx, organizationId, accountIds)) {
    const seen = granted.get(accountId)
    if (seen) seen.push(projectId)
    else granted.set(accountId, [projectId])
  }
  return granted
}
