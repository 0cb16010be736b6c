import type { Random } from '../../platform/random.ts'
import { loginScope } from '../../platform/scopes.ts'
import { findCredentials, type Credentials } from './credential-store.ts'
import type { Passwords } from './passwords.ts'
import { replacePassword, type ReplacePasswordDependencies } from './replace-password.ts'

/** The account of the demo. */
export const DEMO_EMAIL = 'demo@leadlight.example'

/** The password of every demo before each made its own; anybody can read it here. */
const PUBLISHED = 'a lantern on the harbour wall'

const UNKNOWN_BYTES = 24

/** Whether anybody can know the password of these credentials. */
export function isPublished(passwords: Passwords, { passwordHash }: Credentials): Promise<boolean> {
  return passwords.verify(passwordHash, PUBLISHED)
}

/**
 * Closes a demo that an older version left open by replacing its published password with one that nobody knows. A start
 * as a demo then prints a new one. True if there was such an account.
 */
export async function retirePublishedPassword(
  dependencies: ReplacePasswordDependencies & { random: Random },
): Promise<boolean> {
  const { db, passwords, random } = dependencies
  const held = await db.transaction(loginScope(), (tx) => findCredentials(tx, DEMO_EMAIL))
  if (!held || !(await isPublished(passwords, held))) return false
  return replacePassword(dependencies, held, Buffer.from(random.bytes(UNKNOWN_BYTES)).toString('base64url'))
}
