import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { inviteScope } from '../../platform/scopes.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import { describeInvites, type DescribedInvite } from './describe-invites.ts'
import { readInviteLink } from './invite-links.ts'
import { inviteNotFound } from './invite-not-found.ts'
import { findInviteInScope } from './invite-store.ts'

export interface PendingInviteDependencies {
  db: Db
  clock: Clock
  signedTokens: SignedTokens
}

/** The invite of a link, as long as it is pending and has not expired. */
export async function getPendingInvite(
  { db, clock, signedTokens }: PendingInviteDependencies,
  token: string,
): Promise<DescribedInvite> {
  const inviteId = await readInviteLink(signedTokens, token)
  if (inviteId === undefined) throw inviteNotFound()
  return db.transaction(inviteScope(inviteId), async (tx) => {
    const invite = await findInviteInScope(tx, inviteId)
    if (!invite || invite.expiresAt <= clock.now()) throw inviteNotFound()
    // The scope shows its organization only while the invite exists, which may end between the two reads.
    const [described] = await describeInvites(tx, [invite])
    if (!described) throw inviteNotFound()
    return described
  })
}
