import { findMembership } from '../organization/find-membership.ts'
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

/** Takes the address that the token was mailed to as proved; a token for an address that the account had before is bad. */
export async function verify(
  { db, accountTokens }: { db: Db; accountTokens: AccountTokens },
  token: string,
): Promise<Opened> {
  const read = await accountTokens.readVerification(token)
  if (!read) throw badToken()
  const { accountId, email } = read
  nameActor(accountId)
  return db.transaction(accountScope(accountId), async (tx) => {
    const account = await markVerified(tx, { id: accountId, email })
    if (!account) {
      const found = await findAccount(tx, accountId)
      if (found?.email !== email) throw badToken()
      throw new AppError('bad_request', 'VERIFY_USER_ALREADY_VERIFIED', 'This address is verified already.')
    }
    return { account, membership: (await findMembership(tx, accountId)) ?? null }
  })
}

function badToken(): AppError {
  const detail = 'This link is not valid, or no longer. Sign in and ask for a new one.'
  return new AppError('bad_request', 'VERIFY_USER_BAD_TOKEN', detail)
}
