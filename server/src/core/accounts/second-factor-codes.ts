import { createHash, createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../../platform/clock.ts'
import { createVault, type Keys, type Vault } from '../../platform/crypto.ts'
import type { Random } from '../../platform/random.ts'
import type { SealedColumn } from '../../platform/reseal.ts'

const ISSUER = 'Leadlight'
/** As long as the hash behind the codes, as RFC 4226 §4 requires. */
const SECRET_BYTES = 20
const PERIOD_S = 30
/** The codes of the step before and after are taken too: clocks differ, and typing takes time (RFC 6238 §5.2). */
const STEPS_EITHER_WAY = 1
const RECOVERY_CODES = 10
/** 128 bits, as 26 letters and digits. */
const RECOVERY_BYTES = 16
const SHORT_CODE_CONTEXT = 'recovery-key'
/** Without the letters that look like digits or like each other (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export interface SecondFactorCodes {
  /** A new secret: sealed for storage, and as an authenticator app takes it. */
  newSecret(account: { id: string; email: string }): { sealed: Uint8Array; secret: string; otpauthUrl: string }
  /** The time step, about now, that `code` belongs to; undefined for none, `lost` where no secret opens what is sealed. */
  findStep(accountId: string, sealed: Uint8Array, code: string): number | 'lost' | undefined
  newRecoveryCodes(): string[]
  /** The stored hash of a recovery code, which is as random as the hash is long; the same for every way to write it. */
  hashRecoveryCode(accountId: string, code: string): Uint8Array
  /**
   * The hashes under which earlier versions stored a recovery code of 80 bits: under a key of the installation's secret
   * and, where the secret was changed since, under the key that was kept. One that no secret opens counts as none.
   */
  hashShortCode(accountId: string, code: string, keptKey: Uint8Array | undefined): Uint8Array[]
  /** The key for such hashes, of the secret before the present one, sealed to be kept; undefined without such a secret. */
  sealShortCodeKey(): Uint8Array | undefined
}

/** Each second factor's secret. */
export const SEALED_SECOND_FACTORS: SealedColumn = {
  words: ['second factor', 'second factors'],
  ifLost:
    'Authenticator apps whose second factor no secret opens give no right code any more: their people sign in with a recovery code, turn the second factor off and set it up again. For whoever has no such code, run npm run operator -- remove-second-factor.',
  table: 'second_factor',
  key: ['account_id'],
  column: 'secret',
  contextOf: ({ account_id: accountId = '' }) => contextOf(accountId),
}

/** The key that `sealShortCodeKey` seals. */
export const SEALED_RECOVERY_KEY: SealedColumn = {
  words: ['key of recovery codes', 'keys of recovery codes'],
  ifLost:
    'Recovery codes that earlier versions made work no more: whoever has only such codes turns the second factor off and on again for new ones.',
  table: 'recovery_key',
  key: ['is_only'],
  column: 'sealed',
  contextOf: () => SHORT_CODE_CONTEXT,
}

/** Time-based codes (RFC 6238: SHA-1, 6 digits, 30 seconds, as every authenticator app has them) and recovery codes. */
export function createSecondFactorCodes(parts: { keys: Keys; random: Random; clock: Clock }): SecondFactorCodes {
  const { keys, random, clock } = parts
  const vault = createVault(keys, random)
  const [presentKey = new Uint8Array(), oldKey] = keys.deriveAll('recovery-code')
  return {
    newSecret({ id, email }) {
      const secret = new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer })
      return {
        sealed: vault.seal(secret.base32, contextOf(id)),
        secret: secret.base32,
        otpauthUrl: totpOf(secret, email).toString(),
      }
    },
    findStep(accountId, sealed, code) {
      const opened = tryOpen(vault, sealed, contextOf(accountId))
      if (opened === undefined) return 'lost'
      // The library throws where six characters are not six bytes.
      if (!/^\d{6}$/u.test(code)) return undefined
      const secret = Secret.fromBase32(opened)
      const timestamp = clock.now().getTime()
      const delta = totpOf(secret, accountId).validate({ token: code, timestamp, window: STEPS_EITHER_WAY })
      return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
    },
    newRecoveryCodes: () => Array.from({ length: RECOVERY_CODES }, () => write(random.bytes(RECOVERY_BYTES))),
    hashRecoveryCode: (accountId, code) =>
      createHash('sha256')
        .update(`${accountId}:${normalize(code)}`)
        .digest(),
    hashShortCode(accountId, code, keptKey) {
      // Without it the codes of its time are wrong, and others work on.
      const kept = keptKey && tryOpen(vault, keptKey, SHORT_CODE_CONTEXT)
      return [presentKey, oldKey, kept === undefined ? undefined : Buffer.from(kept, 'base64')]
        .filter((key) => key !== undefined)
        .map((key) =>
          createHmac('sha256', key)
            .update(`${accountId}:${normalize(code)}`)
            .digest(),
        )
    },
    sealShortCodeKey: () => oldKey && vault.seal(Buffer.from(oldKey).toString('base64'), SHORT_CODE_CONTEXT),
  }
}

/** Undefined where it was sealed with a secret that is lost, which `rotate-key` tells the operator. */
function tryOpen(vault: Vault, sealed: Uint8Array, context: string): string | undefined {
  try {
    return vault.open(sealed, context)
  } catch {
    return undefined
  }
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })
}

/** Bound to the account, so that a secret moved to another row opens nothing. */
function contextOf(accountId: string): string {
  return `second-factor:${accountId}`
}

/** Five bits a letter, the last filled up, in groups of four: `7k3m-q0xz-…`. */
function write(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.padEnd(Math.ceil(bits.length / 5) * 5, '0').match(/.{5}/g) ?? []).map((five) =>
    ALPHABET.charAt(Number.parseInt(five, 2)),
  )
  return (letters.join('').match(/.{1,4}/g) ?? []).join('-')
}

/** Accepts capitals, no dashes, an O for a 0 and an I or L for a 1. */
function normalize(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}
