import type { Tx } from '../platform/db.ts'
import { deleteGrantsOf } from './guest-store.ts'

/** Takes every grant of the organization's projects from an account that leaves it, or whose role changes. */
export function withdrawGrants(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  return deleteGrantsOf(tx, organizationId, accountId)
}
