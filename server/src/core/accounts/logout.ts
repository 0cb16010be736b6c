import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { accountScope } from '../../platform/scopes.ts'
import { endSession } from './session-store.ts'

/** Ends the caller's session on the server: its token is refused from now on. The account's other sessions stay. */
export async function logout({ db, clock }: { db: Db; clock: Clock }, caller: Caller): Promise<void> {
  await db.transaction(accountScope(caller.userId), (tx) =>
    endSession(tx, { id: caller.sessionId, accountId: caller.userId, now: clock.now() }),
  )
}
