import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findOwnCredentials } from './credential-store.ts'
import { deleteGoogleIdentity } from './google-identity-store.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { noPassword } from './require-own-password.ts'

/** Ends signing in with Google for the caller. Throws if they have no password. */
export async function unlinkGoogle({ db }: { db: Db }, caller: Caller): Promise<void> {
  refuseImpersonation(caller)
  const { userId } = caller
  await db.transaction(accountScope(userId), async (tx) => {
    const { deleted } = await deleteGoogleIdentity(tx, userId)
    if (!deleted) throw googleNotLinked()
    const credentials = await findOwnCredentials(tx, userId)
    if (!credentials?.passwordHash) throw noPassword()
  })
}

export function googleNotLinked(): AppError {
  return new AppError('not_found', 'google_not_linked', 'Your account is not linked with Google.')
}
