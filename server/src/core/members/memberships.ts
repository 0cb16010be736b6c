import { isAdmin, ROLES, type Role } from '@leadlight/domain/roles'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'membership.role': Role
  }
}

export interface Membership {
  accountId: string
  role: Role
  joinedAt: Date
}

/** Adds the member unless the account is already in an organization, this or another. */
export async function insertMembership(
  tx: Tx,
  organizationId: string,
  member: Membership,
): Promise<{ inserted: boolean }> {
  const result = await tx
    .insertInto('membership')
    .values({
      account_id: member.accountId,
      organization_id: organizationId,
      role: member.role,
      joined_at: member.joinedAt,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .executeTakeFirst()
  return { inserted: result.numInsertedOrUpdatedRows === 1n }
}

/** The account's organization and its role there. `tx` is open in that account's scope. */
export async function findMembership(
  tx: Tx,
  accountId: string,
): Promise<{ organizationId: string; role: Role } | undefined> {
  const row = await tx
    .selectFrom('membership')
    .select(['organization_id', 'role'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { organizationId: row.organization_id, role: row.role }
}

export async function findMember(tx: Tx, organizationId: string, accountId: string): Promise<Membership | undefined> {
  const row = await tx
    .selectFrom('membership')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && memberOf(row)
}

/** Somebody's role in the organization; undefined if they are not in it. */
export async function findRole(tx: Tx, organizationId: string, accountId: string): Promise<Role | undefined> {
  return (await findMember(tx, organizationId, accountId))?.role
}

/** The organization's members, in the order they joined. */
export async function listMemberships(tx: Tx, organizationId: string, limit: number): Promise<Membership[]> {
  const rows = await tx
    .selectFrom('membership')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('joined_at')
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map(memberOf)
}

/** The roles of the first `limit` members to have joined the organization. */
export async function listRoles(tx: Tx, organizationId: string, limit: number): Promise<Map<string, Role>> {
  const members = await listMemberships(tx, organizationId, limit)
  return new Map(members.map(({ accountId, role }) => [accountId, role]))
}

/** The roles of these accounts in the organization, without those not in it. */
export async function findRoles(
  tx: Tx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<Map<string, Role>> {
  if (accountIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('membership')
    .select(['account_id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.role]))
}

/** The member, whose role stays as it is until the transaction ends. */
export async function lockMember(tx: Tx, organizationId: string, accountId: string): Promise<Membership | undefined> {
  const row = await tx
    .selectFrom('membership')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row && memberOf(row)
}

/** The member's role alone, likewise. */
export async function lockRole(tx: Tx, organizationId: string, accountId: string): Promise<Role | undefined> {
  return (await lockMember(tx, organizationId, accountId))?.role
}

export async function setRole(tx: Tx, organizationId: string, accountId: string, role: Role): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
}

/** How many others are in the organization, and how many of those run it. */
export async function countOthers(
  tx: Tx,
  organizationId: string,
  accountId: string,
): Promise<{ people: number; admins: number }> {
  const row = await tx
    .selectFrom('membership')
    .select((select) => [
      select.fn.countAll<string>().as('people'),
      select.fn.countAll<string>().filterWhere('role', 'in', ROLES.filter(isAdmin)).as('admins'),
    ])
    .where('organization_id', '=', organizationId)
    .where('account_id', '<>', accountId)
    .executeTakeFirstOrThrow()
  return { people: Number(row.people), admins: Number(row.admins) }
}

export async function deleteMembership(tx: Tx, organizationId: string, accountId: string): Promise<void> {
  await tx
    .deleteFrom('membership')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .execute()
}

function memberOf(row: Row<'membership'>): Membership {
  return { accountId: row.account_id, role: row.role, joinedAt: row.joined_at }
}
