import type { Vault } from '../../platform/crypto.ts'
import type { Random } from '../../platform/random.ts'
import type { SealedColumn } from '../../platform/reseal.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HINT_LENGTH = 4

const SECRETS = {
  table: 'webhook',
  key: ['id'],
  contextOf: ({ id = '' }) => contextOf(id),
} as const satisfies Partial<SealedColumn>

/** The secrets of webhooks: the present ones, and those that still sign for a day. */
export const SEALED_WEBHOOK_SECRETS: readonly SealedColumn[] = [
  { words: ['webhook’s secret', 'webhooks’ secrets'], column: 'secret', ...SECRETS },
  { words: ['webhook’s former secret', 'webhooks’ former secrets'], column: 'old_secret', ...SECRETS },
]

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
