import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findAccount, type Account } from './account-store.ts'

/** The caller's account, and the address of the super admin who impersonates them, if one does. */
export async function getMe(
  { db }: { db: Db },
  { userId, impersonatorId }: Caller,
): Promise<{ account: Account; impersonatedBy: string | null }> {
  return db.transaction(accountScope(userId), async (tx) => {
    const account = await findAccount(tx, userId)
    if (!account) throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
    const impersonator = impersonatorId === null ? undefined : await findAccount(tx, impersonatorId)
    return { account, impersonatedBy: impersonator?.email ?? null }
  })
}
