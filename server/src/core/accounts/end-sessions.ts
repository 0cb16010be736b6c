import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { loginScope } from '../../platform/scopes.ts'
import { lockAccount } from './credential-store.ts'
import { endSessions, endSomeSessions } from './session-store.ts'

const PIECE_ROWS = 500

/** Ends all sessions of an account, and the impersonations that they opened; resolves with how many were open. Personal keys go on. */
export async function endSessionsOf(tx: Tx, { accountId, now }: { accountId: string; now: Date }): Promise<number> {
  await lockAccount(tx, accountId)
  return endSessions(tx, { accountId, keepId: null, now })
}

/** Ends the sessions of all accounts, in short transactions; resolves with how many were open. Personal keys go on. */
export async function endEverySession({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  let total = 0
  for (;;) {
    const piece = { now: clock.now(), limit: PIECE_ROWS }
    const { ended, open } = await db.transaction(loginScope(), (tx) => endSomeSessions(tx, piece))
    total += open
    if (ended < PIECE_ROWS) return total
  }
}
