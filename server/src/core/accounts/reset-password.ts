import { endKeys } from '../api-keys/end-keys.ts'
import { nameActor, nameTarget } from '../../platform/changes.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findAccount } from './account-store.ts'
import type { AccountTokens } from './account-tokens.ts'
import { attemptsForgivenByReset } from './attempt-limits.ts'
import type { AddressHashes, Client } from './client.ts'
import type { DeviceMarks } from './device-marks.ts'
import { findOwnCredentials, keepReset, setPasswordHash, type Credentials } from './credential-store.ts'
import { applyEvent } from './apply-event.ts'
import { withLockedAccount, type LockedAccount } from './locked-account.ts'
import { enqueueNotice, type MailingDependencies } from './mail-jobs.ts'
import { passwordProblem } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { endSessions } from './session-store.ts'
import { voidAccess, type VoidingDependencies } from './void-access.ts'

export interface ResetDependencies extends MailingDependencies, VoidingDependencies {
  db: Db
  passwords: Passwords
  rateLimits: RateLimits
  accountTokens: AccountTokens
  addressHashes: AddressHashes
  deviceMarks: DeviceMarks
}

/**
 * Sets a new password and ends all of the account's sessions and personal keys. A token works once; an unacceptable
 * password leaves it valid. If nobody had proved the address, everything set up before ends: whoever made the account
 * may not read its mail.
 */
export async function resetPassword(
  dependencies: ResetDependencies,
  client: Client,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, clock, passwords, rateLimits, addressHashes } = dependencies
  const credentials = await requireHolder(dependencies, token)
  const { accountId, email } = credentials
  const problem = passwordProblem(password, email)
  if (problem) throw new AppError('bad_request', 'RESET_PASSWORD_INVALID_PASSWORD', problem)
  const passwordHash = await passwords.hash(password)
  const now = clock.now()
  nameActor(accountId)
  const isDone = await withLockedAccount(db, accountId, async (tx, held) => {
    if (!(await setPasswordHash(tx, credentials, passwordHash))) throw badToken()
    await endAccess(tx, dependencies, held)
    await keepReset(tx, { accountId, addressHash: addressHashes.of(client), resetAt: now })
    await enqueueNotice(tx, dependencies, { to: email, notice: 'password_changed', at: now })
    return true
  })
  if (!isDone) throw badToken()
  const deviceId = await dependencies.deviceMarks.find(client, accountId)
  await rateLimits.reset(attemptsForgivenByReset(client, email, deviceId))
}

/** Ends what a new password ends besides the old one; a proved owner's other ways to sign in stay. */
async function endAccess(tx: Tx, dependencies: VoidingDependencies, held: LockedAccount): Promise<void> {
  const { accountId } = held
  const account = await findAccount(tx, accountId)
  const transition = account && (await applyEvent(tx, account, 'reset_link'))
  if (transition?.voids) {
    nameTarget({ ended: 'all_access' })
    return voidAccess(tx, dependencies, held)
  }
  await endKeys(tx, accountId)
  await endSessions(tx, { accountId, keepId: null, now: dependencies.clock.now() })
}

/** The credentials that the token was made with, if the account still has them. */
async function requireHolder({ db, accountTokens }: ResetDependencies, token: string): Promise<Credentials> {
  const held = await accountTokens.readReset(token)
  if (!held) throw badToken()
  const scope = accountScope(held.accountId)
  const credentials = await db.transaction(scope, (tx) => findOwnCredentials(tx, held.accountId))
  if (!credentials || !held.isFor(credentials)) throw badToken()
  return credentials
}

function badToken(): AppError {
  const detail = 'This link is not valid, or no longer: it works once, for an hour. Ask for a new one.'
  return new AppError('bad_request', 'RESET_PASSWORD_BAD_TOKEN', detail)
}
