import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../platform/db.ts'
import { lockMember } from './membership-store.ts'

/** The role that somebody has in the organization, and keeps until the transaction ends; undefined for a stranger. */
export async function lockRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  return (await lockMember(tx, organizationId, userId))?.role
}
