import { sql } from 'kysely'
import type { Millicredits } from '@leadlight/domain/credits'
import type { Role } from '@leadlight/domain/roles'
import type { Tx } from '../../platform/db.ts'

// Reads only, over all organizations, in the operator's scope: changes go through the verbs of their slices.

export interface ListedUser {
  id: string
  email: string
  name: string
  isVerified: boolean
  /** Whether the account proved its address by more than a link. */
  isProved: boolean
  createdAt: Date
  membership: { organizationId: string; organizationName: string; role: Role } | null
}

export interface ListedOrganization {
  id: string
  name: string
  createdAt: Date
  people: number
  balance: Millicredits
}

interface Listing {
  /** Part of a name or an address, in any case. */
  search: string | undefined
  limit: number
}

/** Newest account first. */
export async function listUsersOf(tx: Tx, { search, limit }: Listing): Promise<ListedUser[]> {
  const rows = await selectUsers(tx)
    .$if(search !== undefined, (query) =>
      query.where(contains(sql`concat_ws(' ', email, first_name, last_name, organization.name)`, search ?? '')),
    )
    .orderBy('account.created_at', 'desc')
    .orderBy('account.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(userOf)
}

export async function findUser(tx: Tx, email: string): Promise<ListedUser | undefined> {
  const row = await selectUsers(tx).where('email', '=', email).executeTakeFirst()
  return row && userOf(row)
}

/** Newest organization first. */
export async function listOrganizationsOf(tx: Tx, { search, limit }: Listing): Promise<ListedOrganization[]> {
  const rows = await selectOrganizations(tx)
    .$if(search !== undefined, (query) => query.where(contains(sql`name`, search ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(organizationOf)
}

/** The organization with this id, or all with exactly this name. */
export async function findOrganizations(tx: Tx, idOrName: string): Promise<ListedOrganization[]> {
  const rows = await selectOrganizations(tx)
    .where((where) => where.or([where(sql`id::text`, '=', idOrName.toLowerCase()), where('name', '=', idOrName)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map(organizationOf)
}

/** The names of these organizations by their ids; those that are gone are left out. */
export async function nameOrganizations(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('organization_view').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function selectUsers(tx: Tx) {
  return tx
    .selectFrom('account_view as account')
    .leftJoin('membership_view as membership', 'membership.account_id', 'account.id')
    .leftJoin('organization_view as organization', 'organization.id', 'membership.organization_id')
    .select([
      'account.id',
      'email',
      'first_name',
      'last_name',
      'is_verified',
      'is_claimed',
      'account.created_at',
      'membership.organization_id',
      'membership.role',
      'organization.name as organization_name',
    ])
}

function selectOrganizations(tx: Tx) {
  return tx
    .selectFrom('organization_view as organization')
    .leftJoin('credit_account_view as credit_account', 'credit_account.organization_id', 'organization.id')
    .select(['id', 'name', 'created_at', 'balance'])
    .select((select) =>
      select
        .selectFrom('membership_view as membership')
        .select((count) => count.fn.countAll<string>().as('people'))
        .whereRef('membership.organization_id', '=', 'organization.id')
        .as('people'),
    )
}

function contains(text: ReturnType<typeof sql>, search: string) {
  return sql<boolean>`position(lower(${search}) in lower(${text})) > 0`
}

function userOf(row: Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>): ListedUser {
  const { organization_id: organizationId, organization_name: organizationName, role } = row
  return {
    id: row.id,
    email: row.email,
    name: [row.first_name, row.last_name].filter(Boolean).join(' '),
    isVerified: row.is_verified,
    isProved: row.is_verified && !row.is_claimed,
    createdAt: row.created_at,
    membership: organizationId && organizationName && role ? { organizationId, organizationName, role } : null,
  }
}

function organizationOf(
  row: Awaited<ReturnType<ReturnType<typeof selectOrganizations>['executeTakeFirstOrThrow']>>,
): ListedOrganization {
  const { id, name, created_at: createdAt, people, balance } = row
  return { id, name, createdAt, people: Number(people ?? 0), balance: Number(balance ?? 0) }
}
