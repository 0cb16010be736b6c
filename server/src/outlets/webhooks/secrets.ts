import type { Vault } from '../../platform/crypto.ts'
import type { Random } from '../../platform/random.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HINT_LENGTH = 4

export interface NewSecret {
  /** As the receiver stores it. */
  secret: string
  sealed: Uint8Array
  hint: string
}

/** A secret as Standard Webhooks defines it, encrypted for one webhook. */
export function makeSecret({ vault, random }: { vault: Vault; random: Random }, webhookId: string): NewSecret {
  const secret = `${PREFIX}${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`
  // The padding at its very end is the same for every secret.
  const end = secret.replace(/=+$/, '').slice(-HINT_LENGTH)
  return { secret, sealed: vault.seal(secret, contextOf(webhookId)), hint: `…${end}` }
}

/**
 * Throws where the bytes were sealed for another webhook or with another secret of the installation, or were changed.
 */
export function openSecret(vault: Vault, webhookId: string, sealed: Uint8Array): string {
  return vault.open(sealed, contextOf(webhookId))
}

function contextOf(webhookId: string): string {
  return `webhook:${webhookId}`
}
