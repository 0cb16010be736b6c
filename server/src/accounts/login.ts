import { nameActor } from '../platform/changes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { NewId } from '../platform/ids.ts'
import { loginScope } from '../platform/scopes.ts'
import { findCredentials, setPasswordHash } from './account-store.ts'
import type { Passwords } from './passwords.ts'
import { requireSecondFactor, type SecondFactorDependencies } from './second-factor-check.ts'
import { insertSession } from './session-store.ts'
import type { SessionTokens } from './session-tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface LoginDependencies extends SecondFactorDependencies {
  db: Db
  clock: Clock
  newId: NewId
  passwords: Passwords
  tokens: SessionTokens
  sessionDays: number
}

/** Opens a session and answers its token. An unknown address and a wrong password are told alike, after the same time. */
export async function login(
  dependencies: LoginDependencies,
  { email, password, secondFactorCode }: { email: string; password: string; secondFactorCode: string | undefined },
): Promise<string> {
  const { db, clock, newId, passwords, tokens, sessionDays } = dependencies
  const found = await db.transaction(loginScope(), (tx) => findCredentials(tx, email.trim().toLowerCase()))
  const matches = await passwords.verify(found?.passwordHash, password)
  if (!found?.passwordHash || !matches) {
    throw new AppError('bad_request', 'LOGIN_BAD_CREDENTIALS', 'The e-mail address or the password is wrong.')
  }
  const { accountId, passwordHash } = found
  await requireSecondFactor(dependencies, accountId, secondFactorCode)
  nameActor(accountId)
  const newHash = passwords.isOutdated(passwordHash) ? await passwords.hash(password) : undefined
  const issuedAt = clock.now()
  const session = {
    id: newId(),
    accountId,
    createdAt: issuedAt,
    expiresAt: new Date(issuedAt.getTime() + sessionDays * DAY_MS),
    impersonatorId: null,
  }
  await db.transaction(loginScope(), async (tx) => {
    await insertSession(tx, session)
    if (newHash) await setPasswordHash(tx, accountId, { former: passwordHash, next: newHash })
  })
  return tokens.issue({ userId: accountId, sessionId: session.id }, { issuedAt, expiresAt: session.expiresAt })
}
