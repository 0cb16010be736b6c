import { transitionOf, type AccountEvent } from '@leadlight/domain/account-states'
import { nameActor } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findAccount, setEmail, type Account } from './account-store.ts'
import { findOwnCredentials, lockAccount, type Credentials } from './credential-store.ts'
import { enqueueNotice, type MailingDependencies } from './mail-jobs.ts'
import { provedBy, type Proof } from './proof.ts'
import { openProved, type Opened, type VerifyAddressDependencies } from './verify.ts'

const UNIQUE_VIOLATION = '23505'

export type ConfirmEmailChangeDependencies = MailingDependencies & VerifyAddressDependencies

/**
 * Gives the account the address that the token was mailed to, as proved, and mails the former one. The link alone is
 * refused: whoever reads the new mailbox need not own the account.
 */
export async function confirmEmailChange(
  dependencies: ConfirmEmailChangeDependencies,
  token: string,
  proof: Proof,
): Promise<Opened> {
  const { db, clock, accountTokens } = dependencies
  const read = await accountTokens.readEmailChange(token)
  if (!read) throw badToken()
  const { accountId, email } = read
  nameActor(accountId)
  const held = await db.transaction(accountScope(accountId), (tx) => findOwnCredentials(tx, accountId))
  if (!held || !read.isFor(held)) throw badToken()
  const way = await provedBy(dependencies, held, proof)
  // The link alone never gives an account away, in any state.
  if (!way) throw proofNeeded()
  const changed = await db.transaction(accountScope(accountId), async (tx) => {
    const credentials = await lockAccount(tx, accountId)
    await way.stillHolds(tx)
    if (!credentials || !read.isFor(credentials)) throw badToken()
    const account = await changeEmail(tx, credentials, { email, event: `address_change_link_${way.by}` })
    await enqueueNotice(tx, dependencies, { to: credentials.email, notice: 'email_changed', at: clock.now() })
    return account
  })
  return openProved(dependencies, changed)
}

async function changeEmail(
  tx: Tx,
  credentials: Credentials,
  { email, event }: { email: string; event: AccountEvent },
): Promise<Account> {
  const before = await findAccount(tx, credentials.accountId)
  const transition = before && transitionOf(before.state, event)
  if (!transition) throw badToken()
  try {
    const account = await setEmail(tx, credentials, { email, state: transition.to })
    if (!account) throw badToken()
    return account
  } catch (error) {
    if (!isTaken(error)) throw error
    const detail = 'There is already an account with this email address. Your account keeps the one it has.'
    throw new AppError('bad_request', 'CHANGE_EMAIL_ALREADY_EXISTS', detail, { cause: error })
  }
}

function proofNeeded(): AppError {
  const detail = 'Sign in to your account first, or enter its password, to give it this address.'
  return new AppError('forbidden', 'CHANGE_EMAIL_PROOF_REQUIRED', detail)
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
}

function badToken(): AppError {
  const detail = 'This link is not valid, or no longer: it works once, for an hour. Change the address again.'
  return new AppError('bad_request', 'CHANGE_EMAIL_BAD_TOKEN', detail)
}
