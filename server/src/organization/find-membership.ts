import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../platform/db.ts'
import { findMembershipOf } from './membership-store.ts'

/** The one organization an account is in and its role there. `tx` is open in that account's scope. */
export function findMembership(tx: Tx, userId: string): Promise<{ organizationId: string; role: Role } | undefined> {
  return findMembershipOf(tx, userId)
}
