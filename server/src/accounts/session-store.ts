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

/** Whether the account holds that session and it has neither ended nor expired. */
export async function isSessionLive(tx: Tx, session: { id: string; accountId: string; now: Date }): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', session.now)
    .executeTakeFirst()
  return row !== undefined
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
