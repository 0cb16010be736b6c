import { findKeyOwner } from '../api-keys/find-key-owner.ts'
import type { Caller } from '../../platform/actor.ts'
import { createCallCounter } from '../../platform/allowance.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Authenticator } from '../../platform/http.ts'
import { accountScope, organizationScope } from '../../platform/scopes.ts'
import { listGrantedProjects } from '../projects/grants.ts'
import { liveSession } from './session-store.ts'
import { intersectGrants } from './intersect-grants.ts'
import type { SessionTokens } from './session-tokens.ts'

interface AuthenticatorDependencies {
  db: Db
  clock: Clock
  tokens: SessionTokens
  /** How many calls a minute a key may make, over all processes, and a user by their sessions, in this process. */
  limits: { keyCallsPerMinute: number; sessionCallsPerMinute: number }
}

/** Asks the database at every request, so that a sign-out, a changed role or a withdrawn grant counts at once. */
export function createAuthenticator({ db, clock, tokens, limits }: AuthenticatorDependencies): Authenticator {
  const { keyCallsPerMinute, sessionCallsPerMinute } = limits
  const countCall = createCallCounter({ policy: 'session', callsMax: sessionCallsPerMinute }, clock)
  return {
    async caller(authorization): Promise<Caller> {
      const token = bearerToken(authorization)
      if (token.startsWith('ll_')) {
        const holder = await findKeyOwner({ db, clock, keyCallsPerMinute }, token)
        if (!holder) throw unauthorized()
        return holder
      }
      const now = clock.now()
      const claims = await tokens.read(token, now)
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
        key: null,
        allowance: countCall?.(userId) ?? null,
      }
    },
    async actor({ userId, membership, key }) {
      if (!membership) {
        const detail = 'You are not in an organization yet. Create one, or accept an invite.'
        throw new AppError('forbidden', 'organization_required', detail)
      }
      const { organizationId, role } = membership
      if (role !== 'GUEST') return { userId, organizationId, role, projectIds: intersectGrants('all', key) }
      const granted = await db.transaction(organizationScope(organizationId), (tx) =>
        listGrantedProjects(tx, organizationId, userId),
      )
      return { userId, organizationId, role, projectIds: intersectGrants(granted, key) }
    },
  }
}

function bearerToken(authorization: string | undefined): string {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]+|ll_\w+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'unauthorized', 'Unauthorized')
}
