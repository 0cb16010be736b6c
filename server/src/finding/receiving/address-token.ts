import { createHash } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

/** 256 bits, which nobody can guess, so a plain hash is enough. */
const SECRET_BYTES = 32
const TOKEN = /^[\w-]{43}$/u
const SHOWN_LENGTH = 4

/** The secret part of a new receiving address. */
export function makeToken(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')
}

/** Whether it could be one of ours at all. */
export function isToken(word: string): boolean {
  return TOKEN.test(word)
}

/** The stored hash of a token. */
export function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** The part of a token that a list shows. */
export function hintOf(token: string): string {
  return token.slice(-SHOWN_LENGTH)
}
