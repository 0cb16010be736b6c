import type { AccountSecurity } from '@leadlight/contract/own-account'
import type { Caller } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { accountScope } from '../../platform/scopes.ts'
import { findOwnCredentials } from './credential-store.ts'
import { listOpenSessions, type OpenSession } from './session-store.ts'
import { findSignInMethods } from './sign-in-methods.ts'

const SESSIONS_MAX = 100

/** How the caller signs in, and where they are signed in now, newest first. */
export async function getAccountSecurity(
  { db, clock }: { db: Db; clock: Clock },
  { userId, sessionId }: Caller,
): Promise<AccountSecurity> {
  return db.transaction(accountScope(userId), async (tx) => {
    const credentials = await findOwnCredentials(tx, userId)
    if (!credentials) throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
    const methods = await findSignInMethods(tx, userId)
    const sessions = await listOpenSessions(tx, { accountId: userId, now: clock.now(), limit: SESSIONS_MAX })
    return {
      has_password: credentials.passwordHash !== null,
      google_email: methods.googleEmail,
      second_factor: methods.hasSecondFactor,
      recovery_codes_left: methods.recoveryCodesLeft,
      sessions: sessions.map((session) => presentSession(session, sessionId)),
    }
  })
}

function presentSession(session: OpenSession, currentId: string): AccountSecurity['sessions'][number] {
  return {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    user_agent: session.userAgent,
    network: session.network,
    is_current: session.id === currentId,
  }
}
