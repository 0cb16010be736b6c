import type { getGoogleUserInfo as call } from '@leadlight/contract/accounts'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findGoogleIdentity } from './google-identity-store.ts'
import { googleNotLinked } from './google-unlink.ts'

/** What Google said of the caller when they last signed in with it. */
export async function getGoogleUserInfo({ db }: { db: Db }, { userId }: Caller): Promise<ReplyOf<typeof call>> {
  const found = await db.transaction(accountScope(userId), (tx) => findGoogleIdentity(tx, userId))
  if (!found) throw googleNotLinked()
  return { email: found.email, given_name: found.givenName, family_name: found.familyName, picture: found.picture }
}
