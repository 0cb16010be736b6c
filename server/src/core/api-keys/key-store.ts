import type { KeyScope } from '@leadlight/domain/api-keys'
import type { Role } from '@leadlight/domain/roles'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

const LAST_USED_EVERY_MS = 60_000

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'api_key.scope': KeyScope
  }
}

export type ApiKeyRow = Row<'api_key'>

export interface Owner {
  organizationId: string
  accountId: string
}

export async function insertKey(tx: Tx, row: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_key').values(row).execute()
}

/** A user's keys, newest first. */
export function selectKeys(tx: Tx, { organizationId, accountId }: Owner, limit: number): Promise<ApiKeyRow[]> {
  return tx
    .selectFrom('api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** False if they have no such key. */
export async function deleteKey(tx: Tx, { organizationId, accountId }: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('api_key')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export interface UsedKey {
  id: string
  userId: string
  organizationId: string
  role: Role
  scope: KeyScope
  projectIds: string[] | null
  windowBeganAt: Date
  windowCalls: number
}

export interface Use {
  hash: Uint8Array
  /** As how many calls this one counts. */
  cost: number
  now: Date
  windowMs: number
}

/**
 * The user of the key with this hash and what they are in their organization, unless it has expired; counts the call.
 * One statement, so that concurrent calls to any process are each counted.
 */
export async function countUse(tx: Tx, { hash, cost, now, windowMs }: Use): Promise<UsedKey | undefined> {
  const windowStart = new Date(now.getTime() - windowMs)
  const stale = new Date(now.getTime() - LAST_USED_EVERY_MS)
  const { rows } = await sql<UsedKey>`
    update api_key set
      last_used_at = case when last_used_at > ${stale} then last_used_at else ${now} end,
      window_began_at = case when window_began_at > ${windowStart} then window_began_at else ${now} end,
      window_calls = case when window_began_at > ${windowStart} then window_calls else 0 end + ${cost}::integer
    from membership_view membership
    where api_key.hash = ${hash} and api_key.expires_at > ${now} and membership.account_id = api_key.account_id
    returning api_key.id, api_key.account_id as "userId", api_key.organization_id as "organizationId", membership.role,
      api_key.scope, api_key.project_ids as "projectIds", api_key.window_began_at as "windowBeganAt",
      api_key.window_calls as "windowCalls"`.execute(tx)
  return rows[0]
}

/**
 * Those of the organization's keys that have not expired and whose user is still its member; records that they are in
 * use.
 */
export async function selectUsableKeys(
  tx: Tx,
  organizationId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<{ id: string; userId: string; role: Role }[]> {
  const stale = new Date(now.getTime() - LAST_USED_EVERY_MS)
  const { rows } = await sql<{ id: string; userId: string; role: Role }>`
    with used as (
      update api_key set last_used_at = ${now} where id in (
        select id from api_key where organization_id = ${organizationId} and id = any(${ids}::uuid[])
          and (last_used_at is null or last_used_at <= ${stale}) for update skip locked)
    )
    select api_key.id, api_key.account_id as "userId", membership.role
    from api_key join membership_view membership using (account_id, organization_id)
    where api_key.organization_id = ${organizationId} and api_key.id = any(${ids}::uuid[])
      and api_key.expires_at > ${now}`.execute(tx)
  return rows
}
