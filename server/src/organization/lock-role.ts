import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../platform/db.ts'
import { lockMembership } from './membership-store.ts'

/** The role that somebody has in the organization, and keeps until the transaction ends; undefined for a stranger. */
export function lockRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  return lockMembership(tx, organizationId, userId)
}
