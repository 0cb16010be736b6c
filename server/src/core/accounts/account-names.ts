import { createHmac } from 'node:crypto'
import type { Keys } from '../../platform/crypto.ts'

const LETTERS = 16

/** An address as the log names it: the same each time, and nobody learns the address from it. */
export type NameAccount = (email: string) => string

export function createAccountNames(keys: Keys): NameAccount {
  const key = keys.derive('log-account')
  return (email) => createHmac('sha256', key).update(email).digest('hex').slice(0, LETTERS)
}
