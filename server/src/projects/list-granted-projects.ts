import type { Tx } from '../platform/db.ts'
import { listGrantsOf } from './guest-store.ts'

/** The ids of the projects that a guest of the organization may see. */
export function listGrantedProjects(tx: Tx, organizationId: string, userId: string): Promise<string[]> {
  return listGrantsOf(tx, organizationId, userId)
}
