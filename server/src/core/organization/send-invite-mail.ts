import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Mailer } from '../../senders/mail.ts'
import { composeInviteMail } from './compose-invite-mail.ts'
import { describeInvite } from './describe-invites.ts'
import { makeInviteLink } from './invite-links.ts'
import { findInvite } from './invite-store.ts'

export interface InviteMailDependencies {
  db: Db
  clock: Clock
  config: Config
  signedTokens: SignedTokens
  mailer: Mailer
}

/**
 * Sends an invite's mail, unless the invite is no longer pending or was sent again meanwhile: the later job mails that
 * one.
 */
export async function sendInviteMail(
  { db, clock, config, signedTokens, mailer }: InviteMailDependencies,
  { organizationId, inviteId, version }: { organizationId: string; inviteId: string; version: number },
): Promise<void> {
  const now = clock.now()
  const invite = await db.transaction(organizationScope(organizationId), async (tx) => {
    const found = await findInvite(tx, organizationId, inviteId)
    const isWaiting = found?.version === version && found.expiresAt > now
    return isWaiting ? describeInvite(tx, found) : undefined
  })
  if (!invite) return
  const link = await makeInviteLink({ signedTokens, publicUrl: config.publicUrl, now }, invite)
  await mailer.send(composeInviteMail(invite, link))
}
