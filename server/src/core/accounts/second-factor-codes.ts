import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../../platform/clock.ts'
import { createVault, type Keys } from '../../platform/crypto.ts'
import type { Random } from '../../platform/random.ts'

const ISSUER = 'Leadlight'
/** As long as the hash behind the codes, as RFC 4226 §4 requires. */
const SECRET_BYTES = 20
const PERIOD_S = 30
/** The codes of the step before and after are taken too: clocks differ, and typing takes time (RFC 6238 §5.2). */
const STEPS_EITHER_WAY = 1
const RECOVERY_CODES = 10
/** 80 bits, as 16 letters and digits. */
const RECOVERY_BYTES = 10
/** Without the letters that look like digits or like each other (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export interface SecondFactorCodes {
  /** A new secret: sealed for storage, and as an authenticator app takes it. */
  newSecret(account: { id: string; email: string }): { sealed: Uint8Array; secret: string; otpauthUrl: string }
  /** The time step, about now, that `code` belongs to; undefined for none. */
  findStep(accountId: string, sealed: Uint8Array, code: string): number | undefined
  newRecoveryCodes(): string[]
  /**
   * The stored hash of a recovery code. The same for every way to write it, and useless without the installation's key.
   */
  hashRecoveryCode(accountId: string, code: string): Uint8Array
}

/** Time-based codes (RFC 6238: SHA-1, 6 digits, 30 seconds, as every authenticator app has them) and recovery codes. */
export function createSecondFactorCodes(parts: { keys: Keys; random: Random; clock: Clock }): SecondFactorCodes {
  const { keys, random, clock } = parts
  const vault = createVault(keys, random)
  const recoveryKey = keys.derive('recovery-code')
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
      const secret = Secret.fromBase32(vault.open(sealed, contextOf(accountId)))
      const timestamp = clock.now().getTime()
      const delta = totpOf(secret, accountId).validate({ token: code, timestamp, window: STEPS_EITHER_WAY })
      return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
    },
    newRecoveryCodes: () => Array.from({ length: RECOVERY_CODES }, () => write(random.bytes(RECOVERY_BYTES))),
    hashRecoveryCode(accountId, code) {
      return createHmac('sha256', recoveryKey)
        .update(`${accountId}:${normalize(code)}`)
        .digest()
    },
  }
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })
}

/** Bound to the account, so that a secret moved to another row opens nothing. */
function contextOf(accountId: string): string {
  return `second-factor:${accountId}`
}

/** Five bits a letter, in groups of four: `7k3m-q0xz-…`. */
function write(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET.charAt(Number.parseInt(five, 2)))
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** Accepts capitals, no dashes, an O for a 0 and an I or L for a 1. */
function normalize(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}
