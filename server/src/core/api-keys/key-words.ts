import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Random } from '../../platform/random.ts'

const PREFIX = 'll_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 214 bits, which nobody can guess, so a plain hash is enough. */
const SECRET_LENGTH = 36
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = 4
/** A byte above this would make the first letters of the alphabet likelier than the others. */
const FAIR_BYTE_MAX = 256 - (256 % ALPHABET.length)
const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new key: `ll_`, 36 random letters and digits, and a checksum that reveals a mistyped one without a look-up. */
export function makeKey(random: Random): string {
  let secret = ''
  while (secret.length < SECRET_LENGTH) {
    const fair = [...random.bytes(64)].filter((byte) => byte < FAIR_BYTE_MAX)
    secret += fair.map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  }
  const start = PREFIX + secret.slice(0, SECRET_LENGTH)
  return start + checksumOf(start)
}

/** Whether it could be one of ours at all. */
export function isKey(word: string): boolean {
  return KEY.test(word) && checksumOf(word.slice(0, -CHECKSUM_LENGTH)) === word.slice(-CHECKSUM_LENGTH)
}

/** The stored hash of a key. */
export function hashOf(key: string): Uint8Array {
  return createHash('sha256').update(key).digest()
}

/** The part of a key that a list shows. */
export function hintOf(key: string): string {
  return `${key.slice(0, PREFIX.length + SHOWN_LENGTH)}…${key.slice(-SHOWN_LENGTH)}`
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let word = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    word = (ALPHABET[rest % ALPHABET.length] ?? '') + word
    rest = Math.floor(rest / ALPHABET.length)
  }
  return word
}
