import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Invite } from './invite-store.ts'

const PURPOSE = 'invite'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The address in an invite's mail, which proves to us that whoever follows it reads the mail of the invited address. */
export async function makeInviteLink(
  { signedTokens, publicUrl, now }: { signedTokens: SignedTokens; publicUrl: string; now: Date },
  invite: Invite,
): Promise<string> {
  const lifetimeMs = invite.expiresAt.getTime() - now.getTime()
  return `${publicUrl}/invite?t=${await signedTokens.sign(PURPOSE, { invite: invite.id }, lifetimeMs)}`
}

/**
 * Which invite a link is of; undefined for whatever is no link of ours. The token's own end is not looked at: the
 * invite's counts, which sending it again puts off.
 */
export async function readInviteLink(signedTokens: SignedTokens, token: string): Promise<string | undefined> {
  const inviteId = (await signedTokens.read(PURPOSE, token))?.claims['invite']
  return typeof inviteId === 'string' && UUID.test(inviteId) ? inviteId : undefined
}
