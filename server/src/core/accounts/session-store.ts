import type { Role } from '@leadlight/domain/roles'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface Session {
  id: string
  accountId: string
  createdAt: Date
  expiresAt: Date
  /** The super admin who impersonates this account, if one does. */
  impersonatorId: string | null
  userAgent: string | null
  /** See `AddressHash`. */
  addressHash: Uint8Array | null
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      ended_at: null,
      user_agent: session.userAgent,
      address_hash: session.addressHash,
      impersonator_id: session.impersonatorId,
    })
    .execute()
}

/**
 * The account's session with its membership, unless it has ended or expired: what every request needs, in one query. An
 * impersonation ends once its account becomes a super admin.
 */
export function liveSession(session: {
  id: string
  accountId: string
  now: Date
}): RawBuilder<{ organizationId: string | null; role: Role | null; impersonatorId: string | null }> {
  return sql`
    select membership.organization_id as "organizationId", membership.role, session.impersonator_id as "impersonatorId"
    from session left join membership_view membership on membership.account_id = session.account_id
    where session.id = ${session.id} and session.account_id = ${session.accountId} and session.ended_at is null
      and session.expires_at > ${session.now}
      and (session.impersonator_id is null or membership.role is distinct from 'SUPER_ADMIN')`
}

/** Those of these sessions that live, as `liveSession`, and belong to members of the organization, by their ids. */
export async function listLiveSessions(
  tx: Tx,
  organizationId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Map<string, { userId: string; role: Role }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; userId: string; role: Role }>`
    select session.id, session.account_id as "userId", membership.role
    from session join membership_view membership on membership.account_id = session.account_id
    where session.id = any(${ids}::uuid[]) and membership.organization_id = ${organizationId}
      and session.ended_at is null and session.expires_at > ${now}
      and (session.impersonator_id is null or membership.role <> 'SUPER_ADMIN')`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The account's session, unless it has ended or expired. */
export async function findSession(
  tx: Tx,
  session: { id: string; accountId: string; now: Date },
): Promise<Session | undefined> {
  const row = await tx
    .selectFrom('session')
    .selectAll()
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', session.now)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      impersonatorId: row.impersonator_id,
      userAgent: row.user_agent,
      addressHash: row.address_hash,
    }
  )
}

export async function endSession(tx: Tx, session: { id: string; accountId: string; now: Date }): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: session.now })
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the account's open sessions except the one to keep, and the impersonations that they opened. */
export async function endSessions(
  tx: Tx,
  ended: { accountId: string; keepId: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: ended.now })
    .where((where) =>
      where.or([where('account_id', '=', ended.accountId), where('impersonator_id', '=', ended.accountId)]),
    )
    .where('ended_at', 'is', null)
    .$if(ended.keepId !== null, (query) => query.where('id', '<>', ended.keepId))
    .execute()
}

/** Deletes from where the account's sessions were opened, so that it is known nowhere any more. */
export async function deleteSessionAddresses(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable('session').set({ address_hash: null }).where('account_id', '=', accountId).execute()
}

export interface OpenSession {
  id: string
  createdAt: Date
  expiresAt: Date
  userAgent: string | null
}

/** Where the account's owner is signed in now, newest first, without impersonations. */
export async function listOpenSessions(
  tx: Tx,
  asked: { accountId: string; now: Date; limit: number },
): Promise<OpenSession[]> {
  const rows = await tx
    .selectFrom('session')
    .select(['id', 'created_at', 'expires_at', 'user_agent'])
    .where('account_id', '=', asked.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', asked.now)
    .where('impersonator_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
  }))
}

/** Deletes the sessions that nobody can use any more and that were opened before `openedBefore`. */
export async function deleteOldSessions(
  tx: Tx,
  { openedBefore, now }: { openedBefore: Date; now: Date },
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('created_at', '<', openedBefore)
    .where((where) => where.or([where('ended_at', 'is not', null), where('expires_at', '<=', now)]))
    .execute()
}
