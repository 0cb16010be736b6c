import type { Db } from '../../platform/db.ts'
import { loginScope } from '../../platform/scopes.ts'
import type { SecondFactorCodes } from './second-factor-codes.ts'
import { deleteRecoveryKey, insertRecoveryKey } from './second-factor-store.ts'

/** Keeps, sealed, what recovery codes of earlier versions are checked with: they outlive the secret of their time. */
export async function keepRecoveryKey(parts: { db: Db; secondFactorCodes: SecondFactorCodes }): Promise<void> {
  const sealed = parts.secondFactorCodes.sealShortCodeKey()
  if (sealed) await parts.db.transaction(loginScope(), (tx) => insertRecoveryKey(tx, sealed))
}

/** Gives up what was kept, once no secret opens it. */
export async function dropRecoveryKey(db: Db): Promise<void> {
  await db.transaction(loginScope(), deleteRecoveryKey)
}
