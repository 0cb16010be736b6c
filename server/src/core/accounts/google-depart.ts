import type { DeviceMarks } from './device-marks.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findAccount } from './account-store.ts'
import type { GoogleClient } from './google-client.ts'
import { findGoogleIdentity } from './google-identity-store.ts'
import type { GoogleJourneys, Journey } from './google-journey.ts'
import type { SessionDependencies } from './open-session.ts'
import { refuseImpersonation } from '../../platform/refuse-impersonation.ts'
import { requireOwnCode } from './require-own-code.ts'
import { requireOwnPassword, type OwnPasswordDependencies } from './require-own-password.ts'
import type { SecondFactorDependencies } from './second-factor-check.ts'

export interface GoogleDependencies extends SessionDependencies {
  db: Db
  sessionDays: number
  deviceMarks: DeviceMarks
  /** Undefined if the installation has no Google client. */
  google: { client: GoogleClient; journeys: GoogleJourneys } | undefined
}

export interface GoogleDeparture {
  authorizationUrl: string
  /** The header that stores the journey in this browser. */
  setCookie: string
}

/** Sends the browser to Google to sign in. */
export function authorizeGoogle(dependencies: GoogleDependencies): Promise<GoogleDeparture> {
  return depart(dependencies, null)
}

/** Sends the browser to Google so that the caller, who has proved themselves anew, can sign in with it from then on. */
export async function linkGoogle(
  dependencies: GoogleDependencies & OwnPasswordDependencies & SecondFactorDependencies,
  caller: Caller,
  { password, secondFactorCode }: { password: string; secondFactorCode: string | undefined },
): Promise<GoogleDeparture> {
  refuseImpersonation(caller)
  requireGoogle(dependencies)
  const { userId: accountId, sessionId } = caller
  const { account, identity } = await dependencies.db.transaction(accountScope(accountId), async (tx) => ({
    account: await findAccount(tx, accountId),
    identity: await findGoogleIdentity(tx, accountId),
  }))
  if (identity) {
    const detail = `Your account is linked with Google as ${identity.email}. Unlink that first.`
    throw new AppError('conflict', 'google_linked', detail)
  }
  await requireOwnPassword(dependencies, caller, password)
  const departure = await depart(dependencies, { accountId, sessionId }, account?.email)
  await requireOwnCode(dependencies, caller, secondFactorCode)
  return departure
}

export function requireGoogle({ google }: GoogleDependencies): NonNullable<GoogleDependencies['google']> {
  if (google) return google
  throw new AppError('not_found', 'google_unavailable', 'Signing in with Google is not set up here.')
}

async function depart(
  dependencies: GoogleDependencies,
  linkFor: Journey['linkFor'],
  loginHint?: string,
): Promise<GoogleDeparture> {
  const { client, journeys } = requireGoogle(dependencies)
  const { journey, state, setCookie } = await journeys.depart(linkFor)
  return { authorizationUrl: await client.authorizationUrl({ state, secrets: journey, loginHint }), setCookie }
}
