import type { Role } from '@leadlight/domain/roles'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../platform/db.ts'

interface SessionTable {
  id: string
  account_id: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

declare module '../platform/db.ts' {
  interface Tables {
    session: SessionTable
  }
}

export interface Session {
  id: string
  accountId: string
  createdAt: Date
  expiresAt: Date
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
    })
    .execute()
}

/** The account's session, unless it has ended or expired, with the account's membership: what every request asks, at once. */
export function liveSession(session: {
  id: string
  accountId: string
  now: Date
}): RawBuilder<{ organizationId: string | null; role: Role | null }> {
  return sql`
    select membership.organization_id as "organizationId", membership.role
    from session left join membership on membership.account_id = session.account_id
    where session.id = ${session.id} and session.account_id = ${session.accountId} and session.ended_at is null
      and session.expires_at > ${session.now}`
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
