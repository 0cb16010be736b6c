import type { Random } from '../../platform/random.ts'
import { loginScope } from '../../platform/scopes.ts'
import { findCredentials, type Credentials } from './credential-store.ts'
import type { Passwords } from './passwords.ts'
import { replacePassword, type ReplacePasswordDependencies } from './replace-password.ts'

/** The account of the demo. */
export const DEMO_EMAIL = 'demo@leadlight.example'

/** What every demo was entered with before each made a password of its own; anybody can read it here. */
const PUBLISHED = 'a lantern on the harbour wall'

const UNKNOWN_BYTES = 24

/** Whether the credentials are entered with a password that anybody can know. */
export function isPublished(passwords: Passwords, { passwordHash }: Credentials): Promise<boolean> {
  return passwords.verify(passwordHash, PUBLISHED)
}

/**
 * Closes a demo that an older version left open: its published password is replaced by one that nobody knows, and a start as a demo
 * makes one that is told. True where there was such an account.
 */
export async function retirePublishedPassword(
  dependencies: ReplacePasswordDependencies & { random: Random },
): Promise<boolean> {
  const { db, passwords, random } = dependencies
  const held = await db.transaction(loginScope(), (tx) => findCredentials(tx, DEMO_EMAIL))
  if (!held || !(await isPublished(passwords, held))) return false
  return replacePassword(dependencies, held, Buffer.from(random.bytes(UNKNOWN_BYTES)).toString('base64url'))
}
