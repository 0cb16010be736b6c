import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'
import type { Random } from '../../platform/random.ts'

export interface PasswordCost {
  memoryKib: number
  passes: number
  lanes: number
}

/** The least that OWASP's password storage sheet asks of Argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19 * 1024, passes: 2, lanes: 1 }

const SALT_BYTES = 16
const RUNNING_MAX = 2
const WAITING_MAX = 200
const BUSY_RETRY_MS = 2000

export interface Passwords {
  hash(password: string): Promise<string>
  /** False, after the same time, for an account that does not exist (`undefined`) or has no password. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>
  /** Whether the hash was made at another cost than today's and should be remade at the next sign-in. */
  isOutdated(passwordHash: string): boolean
}

/**
 * Argon2id on the thread pool, few at a time, so that a flood of sign-ins leaves threads for the rest. Passwords are
 * compared in Unicode's composed form (NFC): the same keys give the same password anywhere.
 */
export function createPasswords(options: { cost: PasswordCost; random: Random }): Passwords {
  const { cost, random } = options
  const inTurn = createTurns()
  const make = (password: string) =>
    inTurn(() =>
      hash(password.normalize('NFC'), {
        memoryCost: cost.memoryKib,
        timeCost: cost.passes,
        parallelism: cost.lanes,
        salt: random.bytes(SALT_BYTES),
      }),
    )
  let nobodysHash: Promise<string> | undefined
  return {
    hash: make,
    async verify(passwordHash, password) {
      nobodysHash ??= make(Buffer.from(random.bytes(24)).toString('base64'))
      const against = passwordHash ?? (await nobodysHash)
      const matches = await inTurn(() => verify(against, password.normalize('NFC')))
      return matches && passwordHash != null
    },
    isOutdated(passwordHash) {
      const made = parseOptions(passwordHash)
      return (
        !passwordHash.startsWith('$argon2id$') ||
        made.memoryCost !== cost.memoryKib ||
        made.timeCost !== cost.passes ||
        made.parallelism !== cost.lanes
      )
    },
  }
}

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (waiting.length >= WAITING_MAX) {
      const detail = 'Too many people are signing in at this moment. Try again in a few seconds.'
      throw new AppError('unavailable', 'sign_in_busy', detail, { retryAfterMs: BUSY_RETRY_MS })
    }
    if (running >= RUNNING_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // A turn is handed on, not given back, so that nobody who comes later slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
