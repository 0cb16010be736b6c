import type { Caller } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findOwnCredentials } from './credential-store.ts'
import { deleteGoogleIdentity } from './google-identity-store.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { requireOwnCode } from './require-own-code.ts'
import { noPassword, requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'
import type { SecondFactorDependencies } from './second-factor-check.ts'

/** Ends signing in with Google for a caller who has proved themselves anew. Throws if they have no password. */
export async function unlinkGoogle(
  dependencies: OwnPasswordDependencies & SecondFactorDependencies,
  caller: Caller,
  { password, secondFactorCode }: { password: string; secondFactorCode: string | undefined },
): Promise<void> {
  refuseImpersonation(caller)
  await requireOwnPassword(dependencies, caller, password)
  await requireOwnCode(dependencies, caller, secondFactorCode)
  const { userId } = caller
  await dependencies.db.transaction(accountScope(userId), async (tx) => {
    const { deleted } = await deleteGoogleIdentity(tx, userId)
    if (!deleted) throw googleNotLinked()
    const credentials = await findOwnCredentials(tx, userId)
    if (!credentials?.passwordHash) throw noPassword()
  })
}

export function googleNotLinked(): AppError {
  return new AppError('not_found', 'google_not_linked', 'Your account is not linked with Google.')
}
