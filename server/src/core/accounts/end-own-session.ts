import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { accountScope } from '../../platform/scopes.ts'
import { lockAccount } from './credential-store.ts'
import { endOpenSession } from './session-store.ts'

/** Ends one of the caller's own open sessions: its token is refused from then on. Any other is reported as missing. */
export async function endOwnSession(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  id: string,
): Promise<void> {
  refuseImpersonation(caller)
  const { userId } = caller
  const isEnded = await db.transaction(accountScope(userId), async (tx) => {
    // As signing out everywhere: what the session lets in at this moment ends with it.
    await lockAccount(tx, userId)
    return endOpenSession(tx, { id, accountId: userId, now: clock.now() })
  })
  if (!isEnded) throw new AppError('not_found', 'session_not_found', 'That session does not exist, or has ended.')
}
