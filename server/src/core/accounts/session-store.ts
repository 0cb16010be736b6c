import type { Role } from '@leadlight/domain/roles'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface Session {
  id: string
  accountId: string
  createdAt: Date
  expiresAt: Date
  /** When it ends unless it is used before. */
  idleAt: Date
  /** The super admin who impersonates this account, if one does. */
  impersonatorId: string | null
  userAgent: string | null
  /** See `AddressHashes`. */
  addressHash: Uint8Array | null
  /** Where it was opened, shortened; null where that cannot be told. */
  network: string | null
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
      network: session.network,
      last_used_at: session.createdAt,
      idle_at: session.idleAt,
      impersonator_id: session.impersonatorId,
    })
    .execute()
}

export interface LiveSession {
  organizationId: string | null
  role: Role | null
  impersonatorId: string | null
  lastUsedAt: Date
}

/** Keeps that a session is used, which puts off its idle end, unless a use since `unlessSince` is kept already. */
export async function keepUse(
  tx: Tx,
  use: { id: string; accountId: string; now: Date; idleAt: Date; unlessSince: Date },
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ last_used_at: use.now, idle_at: use.idleAt })
    .where('id', '=', use.id)
    .where('account_id', '=', use.accountId)
    .where('last_used_at', '<=', use.unlessSince)
    .execute()
}

/**
 * The account's session with its membership, unless it has ended or expired: what every request needs, in one query. An
 * impersonation ends once its account becomes a super admin.
 */
export function liveSession(session: { id: string; accountId: string; now: Date }): RawBuilder<LiveSession> {
  return sql`
    select membership.organization_id as "organizationId", membership.role, session.impersonator_id as "impersonatorId",
      session.last_used_at as "lastUsedAt"
    from session left join membership_view membership on membership.account_id = session.account_id
    where session.id = ${session.id} and session.account_id = ${session.accountId} and session.ended_at is null
      and session.expires_at > ${session.now} and session.idle_at > ${session.now}
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
      and session.ended_at is null and session.expires_at > ${now} and session.idle_at > ${now}
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
    .where('idle_at', '>', session.now)
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
      idleAt: row.idle_at,
      network: row.network,
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

/** Ends one session that `listOpenSessions` lists; false where there is none such. */
export async function endOpenSession(tx: Tx, session: { id: string; accountId: string; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ ended_at: session.now })
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', session.now)
    .where('idle_at', '>', session.now)
    .where('impersonator_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends the account's sessions except the one to keep, and the impersonations that they opened; resolves with how many
 * of them were open.
 */
export async function endSessions(
  tx: Tx,
  ended: { accountId: string; keepId: string | null; now: Date },
): Promise<number> {
  const rows = await tx
    .updateTable('session')
    .set({ ended_at: ended.now })
    .where((where) =>
      where.or([where('account_id', '=', ended.accountId), where('impersonator_id', '=', ended.accountId)]),
    )
    .where('ended_at', 'is', null)
    .$if(ended.keepId !== null, (query) => query.where('id', '<>', ended.keepId))
    .returning(['expires_at', 'idle_at'])
    .execute()
  return countOpen(rows, ended.now)
}

/** Ends up to `limit` sessions that are not ended yet, of any account; resolves with how many, and how many were open. */
export async function endSomeSessions(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<{ ended: number; open: number }> {
  const some = tx
    .selectFrom('session')
    .select('id')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(limit)
  const rows = await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('id', 'in', some)
    .returning(['expires_at', 'idle_at'])
    .execute()
  return { ended: rows.length, open: countOpen(rows, now) }
}

/** One that was idle for too long is ended like the rest, as a use that is kept at this moment would open it again. */
function countOpen(rows: { expires_at: Date; idle_at: Date }[], now: Date): number {
  return rows.filter((row) => row.expires_at > now && row.idle_at > now).length
}

/** Deletes from where the account's sessions were opened, so that it is known nowhere any more. */
export async function deleteSessionAddresses(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ address_hash: null, network: null })
    .where('account_id', '=', accountId)
    .execute()
}

export interface OpenSession {
  id: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date
  userAgent: string | null
  network: string | null
}

/** Where the account's owner is signed in now, newest first, without impersonations. */
export async function listOpenSessions(
  tx: Tx,
  asked: { accountId: string; now: Date; limit: number },
): Promise<OpenSession[]> {
  const rows = await tx
    .selectFrom('session')
    .select(['id', 'created_at', 'expires_at', 'last_used_at', 'user_agent', 'network'])
    .where('account_id', '=', asked.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', asked.now)
    .where('idle_at', '>', asked.now)
    .where('impersonator_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(asked.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    userAgent: row.user_agent,
    network: row.network,
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
    .where((where) =>
      where.or([where('ended_at', 'is not', null), where('expires_at', '<=', now), where('idle_at', '<=', now)]),
    )
    .execute()
}
