import type { Vault } from '../../platform/crypto.ts'
import { SlackError } from '../../senders/slack.ts'

/** A workspace's token, sealed for one connection. */
export function sealToken(vault: Vault, connectionId: string, token: string): Uint8Array {
  return vault.seal(token, contextOf(connectionId))
}

/** What is known of a connection whose token was sealed for another, or with another secret of the installation, or changed. */
export const TOKEN_LOST = 'token_lost'

/** Throws `SlackError` where the token does not open: whatever the vault says of it, only connecting again helps. */
export function openToken(vault: Vault, connectionId: string, sealed: Uint8Array): string {
  try {
    return vault.open(sealed, contextOf(connectionId))
  } catch {
    throw new SlackError('shut_out', TOKEN_LOST)
  }
}

function contextOf(connectionId: string): string {
  return `slack:${connectionId}`
}
