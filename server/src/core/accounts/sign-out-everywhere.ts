import { endKeys } from '../api-keys/end-keys.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { accountScope } from '../../platform/scopes.ts'
import { lockAccount } from './credential-store.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { endSessions } from './session-store.ts'

/** Ends all sessions and personal keys of the caller's account, this session too. */
export async function signOutEverywhere({ db, clock }: { db: Db; clock: Clock }, caller: Caller): Promise<void> {
  refuseImpersonation(caller)
  const { userId } = caller
  await db.transaction(accountScope(userId), async (tx) => {
    await lockAccount(tx, userId)
    await endKeys(tx, userId)
    await endSessions(tx, { accountId: userId, keepId: null, now: clock.now() })
  })
}
