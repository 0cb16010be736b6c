import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/actor.ts'
import type { Db } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import type { Authenticator } from '../platform/http.ts'
import { accountScope, organizationScope } from '../platform/scopes.ts'
import { listGrantedProjects } from '../projects/list-granted-projects.ts'
import { liveSession } from './session-store.ts'
import type { SessionTokens } from './session-tokens.ts'

interface AuthenticatorDependencies {
  db: Db
  clock: Clock
  tokens: SessionTokens
}

/** Asks the database at every request, so that signing out, a changed role or a withdrawn grant counts at once. */
export function createAuthenticator({ db, clock, tokens }: AuthenticatorDependencies): Authenticator {
  return {
    async caller(authorization): Promise<Caller> {
      const now = clock.now()
      const claims = await tokens.read(bearerToken(authorization), now)
      if (!claims) throw unauthorized()
      const { userId, sessionId } = claims
      const [live] = await db.read(accountScope(userId), liveSession({ id: sessionId, accountId: userId, now }))
      if (!live) throw unauthorized()
      const { organizationId, role, impersonatorId } = live
      return {
        userId,
        sessionId,
        impersonatorId,
        membership: organizationId !== null && role !== null ? { organizationId, role } : null,
      }
    },
    async actor({ userId, membership }) {
      if (!membership) {
        const detail = 'You are not in an organization yet. Create one, or accept an invite.'
        throw new AppError('forbidden', 'organization_required', detail)
      }
      const { organizationId, role } = membership
      if (role !== 'GUEST') return { userId, organizationId, role, projectIds: 'all' }
      const granted = await db.transaction(organizationScope(organizationId), (tx) =>
        listGrantedProjects(tx, organizationId, userId),
      )
      return { userId, organizationId, role, projectIds: new Set(granted) }
    },
  }
}

function bearerToken(authorization: string | undefined): string {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'unauthorized', 'Unauthorized')
}
