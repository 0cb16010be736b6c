import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../platform/db.ts'
import { findMember } from './membership-store.ts'

/** Somebody's role in the organization; undefined where they are not in it. */
export async function findRole(tx: Tx, organizationId: string, userId: string): Promise<Role | undefined> {
  return (await findMember(tx, organizationId, userId))?.role
}
