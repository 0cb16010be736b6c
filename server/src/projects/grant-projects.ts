import type { Tx } from '../platform/db.ts'
import { insertGrants } from './guest-store.ts'

/** Lets a guest see those of the projects that the organization still has. */
export function grantProjects(
  tx: Tx,
  organizationId: string,
  grants: { projectIds: readonly string[]; accountId: string; grantedAt: Date },
): Promise<void> {
  return insertGrants(tx, organizationId, grants)
}
