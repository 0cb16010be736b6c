import { findMembership } from '../organization/find-membership.ts'
import { raiseSuperAdmin, type RaiseDependencies } from '../organization/raise-super-admin.ts'
import type { Caller } from '../platform/actor.ts'
import { nameActor } from '../platform/changes.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { accountScope } from '../platform/scopes.ts'
import { findAccount, markVerified, type Account } from './account-store.ts'
import type { AccountTokens } from './account-tokens.ts'

/** An account seen by whoever holds a link that was mailed to it. */
export interface Opened {
  account: Account
  membership: Caller['membership']
}

export interface ProofDependencies extends RaiseDependencies {
  db: Db
  accountTokens: AccountTokens
}

/** Takes the address that the token was mailed to as proved; a token for an address that the account had before is bad. */
export async function verify(dependencies: ProofDependencies, token: string): Promise<Opened> {
  const { db, accountTokens } = dependencies
  const read = await accountTokens.readVerification(token)
  if (!read) throw badToken()
  const { accountId, email } = read
  nameActor(accountId)
  const account = await db.transaction(accountScope(accountId), async (tx) => {
    const verified = await markVerified(tx, { id: accountId, email })
    if (verified) return verified
    const found = await findAccount(tx, accountId)
    if (found?.email !== email) throw badToken()
    throw new AppError('bad_request', 'VERIFY_USER_ALREADY_VERIFIED', 'This address is verified already.')
  })
  return openProved(dependencies, account)
}

/** The account whose address has just been proved, in the role that this may have brought. */
export async function openProved(dependencies: RaiseDependencies & { db: Db }, account: Account): Promise<Opened> {
  await raiseSuperAdmin(dependencies, account.id)
  const membership = await dependencies.db.transaction(accountScope(account.id), (tx) => findMembership(tx, account.id))
  return { account, membership: membership ?? null }
}

function badToken(): AppError {
  const detail = 'This link is not valid, or no longer. Sign in and ask for a new one.'
  return new AppError('bad_request', 'VERIFY_USER_BAD_TOKEN', detail)
}
