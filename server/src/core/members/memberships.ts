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

/** Adds the member unless the account is in an organization already, this or another. */
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

/** The one organization an account is in and its role there. `tx` is open in that account's scope. */
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

/** Somebody's role in the organization; undefined where they are not in it. */
export async function findRole(tx: Tx, organizationId: string, accountId: string): Promise<Role | undefined> {
  return (await findMember(tx, organizationId, accountId))?.role
}

/** Who is in the organization; those who joined first come first. */
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

/** The roles of everybody in the organization, up to `limit`, of whom those count who joined first. */
export async function listRoles(tx: Tx, organizationId: string, limit: number): Promise<Map<string, Role>> {
  const members = await listMemberships(tx, organizationId, limit)
  return new Map(members.map(({ accountId, role }) => [accountId, role]))
}

/** The roles that these accounts have in the organization; who is not in it is left out. */
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

/** The same of the role alone. */
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

/** How many are in the organization beside this account, and how many of those run it. */
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
