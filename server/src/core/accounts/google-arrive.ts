import { nameActor } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope, loginScope } from '../../platform/scopes.ts'
import type { AccountHooks } from './account-hooks.ts'
import { findAccount, findAccountByEmail, insertVerifiedAccount } from './account-store.ts'
import type { Client } from './client.ts'
import { lockAccount } from './credential-store.ts'
import { applyEvent } from './apply-event.ts'
import { requireGoogle, type GoogleDependencies } from './google-depart.ts'
import { notBegunHere, refusedByGoogle } from './google-failure.ts'
import { findAccountOfGoogleIdentity, insertGoogleIdentity, updateGoogleIdentity } from './google-identity-store.ts'
import type { Journey } from './google-journey.ts'
import type { GoogleProfile } from './google-profile.ts'
import { lockLiveSession } from './live-session.ts'
import { openSession, tokenOf } from './open-session.ts'
import type { Session } from './session-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What Google sent the browser back with, and what the browser kept meanwhile. */
export interface GoogleAnswer {
  code: string | undefined
  state: string | undefined
  error: string | undefined
  iss: string | undefined
  cookie: string | undefined
}

interface Arrival {
  token: string
  /** The headers that delete the journey's cookie and, after a sign-in, mark the browser. */
  setCookies: string[]
}

/**
 * Ends a journey to Google in the browser that began it. Returns a token of a new session or, when linking, of the
 * session that asked.
 */
export async function arriveFromGoogle(
  dependencies: GoogleDependencies & Pick<AccountHooks, 'onArrival'>,
  visitor: Client,
  answer: GoogleAnswer,
): Promise<Arrival> {
  const { client, journeys } = requireGoogle(dependencies)
  const { deviceMarks } = dependencies
  const { code, state, error, iss, cookie } = answer
  if (error !== undefined) throw refusedByGoogle()
  const journey = await journeys.arrive({ state, cookie })
  if (!code || !state) throw refusedByGoogle()
  const profile = await client.redeem({ code, state, iss }, journey)
  const { linkFor } = journey
  const session = await (linkFor ? link(dependencies, linkFor, profile) : signIn(dependencies, visitor, profile))
  const marks = linkFor ? [] : [await deviceMarks.give(visitor, session.accountId)]
  return { token: await tokenOf(dependencies, session), setCookies: [journeys.clearCookie, ...marks] }
}

/** Google's subject identifies the account, whatever address it has there by now. */
async function signIn(
  dependencies: GoogleDependencies & Pick<AccountHooks, 'onArrival'>,
  visitor: Client,
  profile: GoogleProfile,
): Promise<Session> {
  const session = await dependencies.db.transaction(loginScope(), async (tx) => {
    const accountId = (await findLinked(tx, profile)) ?? (await makeAccount(tx, dependencies, profile))
    nameActor(accountId)
    const lifetimeMs = dependencies.sessionDays * DAY_MS
    return openSession(tx, dependencies, { accountId, client: visitor, lifetimeMs })
  })
  await dependencies.onArrival(session.accountId)
  return session
}

/** Locks the account before reading its link again, as everything that ends all ways into an account does. */
async function findLinked(tx: Tx, profile: GoogleProfile): Promise<string | undefined> {
  const holderId = await findAccountOfGoogleIdentity(tx, profile.subject)
  if (holderId === undefined) return undefined
  await lockAccount(tx, holderId)
  const accountId = await updateGoogleIdentity(tx, profile)
  const account = accountId === undefined ? undefined : await findAccount(tx, accountId)
  if (account) await applyEvent(tx, account, 'signed_in_with_linked_google')
  return accountId
}

async function makeAccount(tx: Tx, { clock, newId }: GoogleDependencies, profile: GoogleProfile): Promise<string> {
  const { subject, email, givenName, familyName, picture } = requireEmail(profile)
  const names = { firstName: givenName, lastName: familyName, avatarUrl: picture }
  const account = { id: newId(), email, ...names, createdAt: clock.now() }
  if (await insertVerifiedAccount(tx, account)) {
    const identity = { subject, email, givenName, familyName, picture }
    await insertGoogleIdentity(tx, account.id, { ...identity, linkedAt: clock.now() })
    return account.id
  }
  // The same person in another window may have taken the address at this moment.
  const own = await findLinked(tx, profile)
  if (own !== undefined) return own
  const claimed = await findClaimed(tx, email)
  if (claimed !== undefined) {
    const identity = { subject, email, givenName, familyName, picture, linkedAt: clock.now() }
    if ((await insertGoogleIdentity(tx, claimed, identity)).inserted) return claimed
  }
  const detail = `There is already an account with the address ${email}. Sign in with its password, then link Google in your account. If you do not know it, ask for a link to choose a new one.`
  throw new AppError('bad_request', 'OAUTH_USER_ALREADY_EXISTS', detail)
}

/** The account with this address if a reader of its mail has claimed it and it has no way to sign in yet. */
async function findClaimed(tx: Tx, email: string): Promise<string | undefined> {
  const found = await findAccountByEmail(tx, email.toLowerCase())
  const held = found && (await lockAccount(tx, found.id))
  const account = held && held.passwordHash === null ? await findAccount(tx, held.accountId) : undefined
  const transition = account && (await applyEvent(tx, account, 'google_with_the_same_address'))
  return transition && account.id
}

/** Links only while the session that asked for it lives: signing out cancels it. */
function link(
  { db, clock }: GoogleDependencies,
  { accountId, sessionId }: NonNullable<Journey['linkFor']>,
  profile: GoogleProfile,
): Promise<Session> {
  const identity = requireEmail(profile)
  nameActor(accountId)
  return db.transaction(accountScope(accountId), async (tx) => {
    const session = await lockLiveSession(tx, { userId: accountId, sessionId }, clock.now())
    if (!session) throw notBegunHere()
    const account = await findAccount(tx, accountId)
    // Another person's Google account would open this one for good, whatever its password.
    if (account?.email !== identity.email.toLowerCase()) throw addressDiffers(account?.email ?? '', identity.email)
    const { inserted } = await insertGoogleIdentity(tx, accountId, { ...identity, linkedAt: clock.now() })
    if (inserted || (await updateGoogleIdentity(tx, identity)) === accountId) return session
    const detail = 'This Google account belongs to another account here, or yours is linked with another one already.'
    throw new AppError('bad_request', 'OAUTH_USER_ALREADY_EXISTS', detail)
  })
}

function requireEmail<Profile extends { email: string | undefined }>(profile: Profile): Profile & { email: string } {
  const { email } = profile
  if (email !== undefined) return { ...profile, email }
  const detail = 'Google did not tell an address of yours that it has verified. Sign up with a password instead.'
  throw new AppError('bad_request', 'OAUTH_NOT_AVAILABLE_EMAIL', detail)
}

function addressDiffers(own: string, theirs: string): AppError {
  const detail = `Google knows you as ${theirs}, and your account here is ${own}. Only the same address can be linked.`
  return new AppError('bad_request', 'OAUTH_EMAIL_MISMATCH', detail)
}
