import type { Vault } from '../../platform/crypto.ts'
import { SlackError } from '../../senders/slack.ts'

/** Encrypts a workspace's token for one connection. */
export function sealToken(vault: Vault, connectionId: string, token: string): Uint8Array {
  return vault.seal(token, contextOf(connectionId))
}

/**
 * The problem of a connection whose token cannot be decrypted: sealed for another connection, with another secret, or
 * changed.
 */
export const TOKEN_LOST = 'token_lost'

/** Throws `SlackError` where the token cannot be decrypted: whatever the reason, only connecting again helps. */
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
