import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'

export const NAME_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Keys derived from the installation's secret, a separate one for each purpose (HKDF-SHA-256, RFC 5869). While the
 * secret is being changed there are two: what is made is made under the present one, and what the one before it made
 * still counts.
 */
export interface Keys {
  /** Tells the present secret from others and reveals nothing of it; stands before whatever is sealed with it. */
  readonly name: Uint8Array
  /** The name of the secret before, where that is given too. */
  readonly oldName: Uint8Array | undefined
  /** Those of the present secret alone. */
  alone(): Keys
  /** Of the present secret. */
  derive(purpose: string): Uint8Array
  /** Of the present secret, then of the one before. */
  deriveAll(purpose: string): readonly Uint8Array[]
}

export function createKeys(secretKey: string, oldSecretKey?: string): Keys {
  const secrets = [secretKey, ...(oldSecretKey === undefined || oldSecretKey === secretKey ? [] : [oldSecretKey])]
  const [name = new Uint8Array(), oldName] = secrets.map((secret) => hkdf(secret, 'name', NAME_BYTES))
  return {
    name,
    oldName,
    alone: () => createKeys(secretKey),
    derive: (purpose) => hkdf(secretKey, purpose, 32),
    deriveAll: (purpose) => secrets.map((secret) => hkdf(secret, purpose, 32)),
  }
}

function hkdf(secret: string, purpose: string, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'leadlight', purpose, bytes))
}

/**
 * Encrypts what must not be readable in the database: AES-256-GCM, bound to `context` so that rows cannot be swapped.
 * What is sealed begins with the name of its secret.
 */
export interface Vault {
  /** Under the present secret. */
  seal(plain: string, context: string): Uint8Array
  /**
   * Opens what the present secret or the one before has sealed. Throws when the bytes were changed, sealed with another
   * secret, or sealed for another context.
   */
  open(sealed: Uint8Array, context: string): string
}

export function createVault(keys: Keys, random: Random): Vault {
  const [key = new Uint8Array(), oldKey] = keys.deriveAll('vault')
  const named = [{ name: keys.name, key }, ...(keys.oldName && oldKey ? [{ name: keys.oldName, key: oldKey }] : [])]
  return {
    seal: (plain, context) =>
      Buffer.concat([keys.name, encrypt(key, { plain, context, nonce: random.bytes(NONCE_BYTES) })]),
    open(sealed, context) {
      const fitting = named.find(({ name }) => Buffer.from(name).equals(sealed.subarray(0, NAME_BYTES)))
      if (fitting) return decrypt(fitting.key, sealed.subarray(NAME_BYTES), context)
      return openUnnamed(named, sealed, context)
    },
  }
}

/** Earlier versions wrote no name before what they sealed, so only trying tells which secret it was. */
function openUnnamed(named: readonly { key: Uint8Array }[], sealed: Uint8Array, context: string): string {
  let failure: unknown
  for (const { key } of named) {
    try {
      return decrypt(key, sealed, context)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function encrypt(key: Uint8Array, given: { plain: string; context: string; nonce: Uint8Array }): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', key, given.nonce).setAAD(Buffer.from(given.context))
  const body = Buffer.concat([cipher.update(given.plain, 'utf8'), cipher.final()])
  return Buffer.concat([given.nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
