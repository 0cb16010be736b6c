import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Invite } from './invite-store.ts'

const PURPOSE = 'invite'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The link in an invite's mail, which proves that whoever follows it reads the mail of the invited address. */
export async function makeInviteLink(
  { signedTokens, publicUrl, now }: { signedTokens: SignedTokens; publicUrl: string; now: Date },
  invite: Invite,
): Promise<string> {
  const lifetimeMs = invite.expiresAt.getTime() - now.getTime()
  return `${publicUrl}/invite?t=${await signedTokens.sign(PURPOSE, { invite: invite.id }, lifetimeMs)}`
}

/**
 * The invite that a link is for; undefined for a forged one. The token's own expiry is ignored: the invite's counts,
 * which resending extends.
 */
export async function readInviteLink(signedTokens: SignedTokens, token: string): Promise<string | undefined> {
  const inviteId = (await signedTokens.read(PURPOSE, token))?.claims['invite']
  return typeof inviteId === 'string' && UUID.test(inviteId) ? inviteId : undefined
}
