import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeWritable } from './closed-folder.ts'
import type { Random } from './random.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keys derived from the installation's one secret, a separate one for each purpose (HKDF-SHA-256, RFC 5869). */
export interface Keys {
  derive(purpose: string): Uint8Array
}

export function createKeys(secretKey: string): Keys {
  return { derive: (purpose) => new Uint8Array(hkdfSync('sha256', secretKey, 'leadlight', purpose, 32)) }
}

/**
 * The installation's secret: as configured, else created once and kept in `dataDir`, readable by its owner only (mode
 * 0600).
 */
export function loadSecretKey(options: { secretKey: string | undefined; dataDir: string; random: Random }): string {
  if (options.secretKey) return options.secretKey
  const path = join(options.dataDir, 'secret.key')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  makeWritable(options.dataDir)
  const made = Buffer.from(options.random.bytes(48)).toString('base64url')
  writeFileSync(path, made + '\n', { mode: 0o600, flag: 'wx' })
  return made
}

/**
 * Encrypts what must not be readable in the database: AES-256-GCM, bound to `context` so that rows cannot be swapped.
 */
export interface Vault {
  seal(plain: string, context: string): Uint8Array
  /** Throws when the bytes were changed, sealed with another secret, or sealed for another context. */
  open(sealed: Uint8Array, context: string): string
}

export function createVault(keys: Keys, random: Random): Vault {
  const key = keys.derive('vault')
  return {
    seal(plain, context) {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
