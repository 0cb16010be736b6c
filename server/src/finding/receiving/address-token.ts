import { RECEIVING_WORD_LENGTH } from '@leadlight/domain/receiving'
import { createHash } from 'node:crypto'
import type { Random } from '../../platform/random.ts'

/**
 * A letter for each five bits. All are of one case, and none looks like another: mail servers and forms change the case
 * of an address, and a person may read it out.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
/** Those of before have 43 letters of both cases. */
const TOKEN = /^(?:[a-z2-7]{32}|[\w-]{43})$/u
const SHOWN_LENGTH = 4

/** The secret part of a new receiving address: 160 bits, which nobody can guess, so a plain hash of it is enough. */
export function makeToken(random: Random): string {
  return Array.from(random.bytes(RECEIVING_WORD_LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('')
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
