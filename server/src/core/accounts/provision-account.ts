import type { NewId } from '../../platform/ids.ts'
import { loginScope } from '../../platform/scopes.ts'
import { insertAccount, setState } from './account-store.ts'
import { findCredentials } from './credential-store.ts'
import { isPublished } from './published-password.ts'
import { replacePassword, type ReplacePasswordDependencies } from './replace-password.ts'

export interface ProvisionDependencies extends ReplacePasswordDependencies {
  newId: NewId
}

/**
 * Makes sure that an account exists and opens with the password, its address taken as proved. An existing account's
 * password is replaced only if `mayReplace` says so or anybody can know it; the result says whether it is the given
 * one.
 */
export async function provisionAccount(
  dependencies: ProvisionDependencies,
  { email, password, mayReplace }: { email: string; password: string; mayReplace: boolean },
): Promise<{ opens: boolean }> {
  const { db, clock, newId, passwords } = dependencies
  const held = await db.transaction(loginScope(), (tx) => findCredentials(tx, email))
  if (held) {
    if (await passwords.verify(held.passwordHash, password)) return { opens: true }
    if (!mayReplace && !(await isPublished(passwords, held))) return { opens: false }
    return { opens: await replacePassword(dependencies, held, password) }
  }
  const account = { id: newId(), email, passwordHash: await passwords.hash(password), createdAt: clock.now() }
  return db.transaction(loginScope(), async (tx) => {
    const { inserted } = await insertAccount(tx, account)
    if (inserted) await setState(tx, account, 'proved')
    return { opens: inserted }
  })
}
