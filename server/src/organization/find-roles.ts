import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../platform/db.ts'
import { listMembersOf, listMembersWith } from './membership-store.ts'

/** The roles that these people have in the organization; who is not in it is left out. */
export async function findRoles(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, Role>> {
  const members = await listMembersWith(tx, organizationId, userIds)
  return new Map(members.map(({ accountId, role }) => [accountId, role]))
}

/** The roles of everybody in the organization, up to `limit`, of whom those count who joined first. */
export async function listRoles(tx: Tx, organizationId: string, limit: number): Promise<Map<string, Role>> {
  const members = await listMembersOf(tx, organizationId, limit)
  return new Map(members.map(({ accountId, role }) => [accountId, role]))
}
