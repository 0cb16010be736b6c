import type { Vault } from '../../platform/crypto.ts'
import type { SealedColumn } from '../../platform/reseal.ts'
import { SlackError } from '../../senders/slack.ts'

const TOKENS = {
  key: ['id'],
  column: 'token',
  contextOf: ({ id = '' }) => contextOf(id),
} as const satisfies Partial<SealedColumn>

/** The tokens of workspaces: of those connected, and of those to be revoked, which keep their connection's id. */
export const SEALED_SLACK_TOKENS: readonly SealedColumn[] = [
  { words: ['Slack token', 'Slack tokens'], table: 'slack_connection', ...TOKENS },
  { words: ['Slack token to be revoked', 'Slack tokens to be revoked'], table: 'slack_revocation', ...TOKENS },
]

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
