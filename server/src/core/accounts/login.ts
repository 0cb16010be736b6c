import { nameActor } from '../../platform/changes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { loginScope } from '../../platform/scopes.ts'
import type { NameAccount } from './account-names.ts'
import type { AccountHooks } from './account-hooks.ts'
import { findAccount } from './account-store.ts'
import { loginAttempts, secondFactorAttempts } from './attempt-limits.ts'
import type { AddressHashes, Client } from './client.ts'
import { lockCredentials, setPasswordHash, signInOf, type Credentials } from './credential-store.ts'
import type { DeviceMarks } from './device-marks.ts'
import { applyEvent } from './apply-event.ts'
import { openSession, tokenOf, type SessionDependencies } from './open-session.ts'
import { requireSecondFactor, type SecondFactorDependencies } from './second-factor-check.ts'
import { verifyPassword, type VerifyDependencies } from './verify-password.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KNOWN_AFTER_SIGN_IN_MS = 90 * DAY_MS
const KNOWN_AFTER_RESET_MS = DAY_MS

export interface LoginDependencies
  extends SessionDependencies, VerifyDependencies, SecondFactorDependencies, Pick<AccountHooks, 'onArrival'> {
  db: Db
  sessionDays: number
  deviceMarks: DeviceMarks
  nameAccount: NameAccount
}

interface SignedIn {
  token: string
  /** The header that marks the browser as one of the account's. */
  setCookie: string
}

/**
 * Opens a session and returns its token, with a mark for the browser, and gives the role that the operator listed the address for. An unknown
 * address and a wrong password get the same answer after the same work.
 */
export async function login(
  dependencies: LoginDependencies,
  client: Client,
  given: { email: string; password: string; secondFactorCode: string | undefined },
): Promise<SignedIn> {
  const { password, secondFactorCode: code } = given
  const email = given.email.trim().toLowerCase()
  try {
    return await signIn(dependencies, client, { email, password, code })
  } catch (error) {
    // So that guesses at one account from many places can be found.
    if (error instanceof AppError) error.account = dependencies.nameAccount(email)
    throw error
  }
}

async function signIn(
  dependencies: LoginDependencies,
  client: Client,
  { email, password, code }: { email: string; password: string; code: string | undefined },
): Promise<SignedIn> {
  const credentials = await requireCredentials(dependencies, client, { email, password })
  const { accountId } = credentials
  const { deviceMarks } = dependencies
  const attempts = secondFactorAttempts(client, accountId, await deviceMarks.find(client, accountId))
  await requireSecondFactor(dependencies, { accountId, code, attempts, refusedAs: 'LOGIN_BAD_SECOND_FACTOR' })
  const token = await openSignedIn(dependencies, client, { credentials, password })
  return { token, setCookie: await deviceMarks.give(client, accountId) }
}

/** The credentials for this address and password. Throws for a wrong guess, and for one too many. */
async function requireCredentials(
  dependencies: LoginDependencies,
  client: Client,
  given: { email: string; password: string },
): Promise<Credentials & { passwordHash: string }> {
  const found = await findByPassword(dependencies, client, given)
  if (!found?.passwordHash) throw badCredentials()
  return { ...found, passwordHash: found.passwordHash }
}

export interface GuessDependencies extends VerifyDependencies {
  db: Db
  clock: Clock
  addressHashes: AddressHashes
  deviceMarks: DeviceMarks
}

/**
 * The credentials for this address and password; undefined for a wrong guess. Each guess counts against the account,
 * and one too many throws `too_many_attempts`.
 */
export async function findByPassword(
  dependencies: GuessDependencies,
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<Credentials | undefined> {
  const { db, clock, addressHashes, deviceMarks } = dependencies
  const nowMs = clock.now().getTime()
  const statement = signInOf({
    email,
    addressHashes: addressHashes.all(client),
    signedInSince: new Date(nowMs - KNOWN_AFTER_SIGN_IN_MS),
    resetSince: new Date(nowMs - KNOWN_AFTER_RESET_MS),
  })
  const [found] = await db.read(loginScope(), statement)
  const deviceId = found && (await deviceMarks.find(client, found.accountId))
  const matches = await verifyPassword(dependencies, {
    passwordHash: found?.passwordHash,
    password,
    attempts: loginAttempts(client, email, { isKnownAddress: found?.isKnownAddress ?? false, deviceId }),
    advice: 'ask for a link to choose a new password',
  })
  return matches ? found : undefined
}

async function openSignedIn(
  dependencies: LoginDependencies,
  client: Client,
  { credentials, password }: { credentials: Credentials & { passwordHash: string }; password: string },
): Promise<string> {
  const { db, passwords, sessionDays, onArrival } = dependencies
  const isOutdated = passwords.isOutdated(credentials.passwordHash)
  const newHash = isOutdated ? await passwords.hash(password) : undefined
  nameActor(credentials.accountId)
  const session = await db.transaction(loginScope(), async (tx) => {
    // A new password ends every session. One opened with the old password at that moment must not outlive it.
    if (!(await lockCredentials(tx, credentials))) throw badCredentials()
    if (newHash) await setPasswordHash(tx, credentials, newHash)
    const { accountId } = credentials
    const account = await findAccount(tx, accountId)
    if (account) await applyEvent(tx, account, 'signed_in_with_password')
    return openSession(tx, dependencies, { accountId, client, lifetimeMs: sessionDays * DAY_MS })
  })
  await onArrival(credentials.accountId)
  return tokenOf(dependencies, session)
}

function badCredentials(): AppError {
  return new AppError('bad_request', 'LOGIN_BAD_CREDENTIALS', 'The email address or the password is wrong.')
}
