import { findKeyOwner } from '../api-keys/find-key-owner.ts'
import type { Caller } from '../../platform/actor.ts'
import { unaudited } from '../../platform/changes.ts'
import { createCallCounter, tighterOf, type Allowance } from '../../platform/allowance.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Authenticator } from '../../platform/http.ts'
import { accountScope, organizationScope } from '../../platform/scopes.ts'
import { hasMissedStorage } from '../../platform/storage.ts'
import { listGrantedProjects } from '../projects/grants.ts'
import { idleEnd } from './open-session.ts'
import { keepUse, liveSession } from './session-store.ts'
import { intersectGrants } from './intersect-grants.ts'
import type { SessionTokens } from './session-tokens.ts'

interface AuthenticatorDependencies {
  db: Db
  clock: Clock
  tokens: SessionTokens
  /**
   * How many calls a minute a key may make, over all processes; in this process, a user by their sessions, and an
   * organization by all its keys and people. One person has a quarter of the organization's at most.
   */
  limits: { keyCallsPerMinute: number; sessionCallsPerMinute: number; organizationCallsPerMinute: number }
  sessionIdleHours: number
}

/** With all their keys together nobody can use up what the others of an organization have. */
const SHARES = 4
/** A session's use is kept this often, so that not every request writes. */
const USE_KEPT_MS = 5 * 60_000

/** Asks the database at every request, so that a sign-out, a changed role or a withdrawn grant counts at once. */
export function createAuthenticator(dependencies: AuthenticatorDependencies): Authenticator {
  const { db, clock, tokens, limits } = dependencies
  const { keyCallsPerMinute, sessionCallsPerMinute, organizationCallsPerMinute: callsMax } = limits
  const countCall = createCallCounter({ policy: 'session', callsMax: sessionCallsPerMinute }, clock)
  const countOrganization = createCallCounter({ policy: 'organization', callsMax }, clock)
  const countShare = createCallCounter({ policy: 'person', callsMax: Math.ceil(callsMax / SHARES) }, clock)
  /** A call that is refused anyway does not use up what others of the organization have. */
  function withOrganization(
    own: Allowance | null,
    { userId, organizationId }: { userId: string; organizationId: string | null | undefined },
    cost: number,
  ) {
    if (own?.isSpent || !organizationId) return own
    const share = tighterOf(own, countShare?.(userId, cost) ?? null)
    return share?.isSpent ? share : tighterOf(share, countOrganization?.(organizationId, cost) ?? null)
  }
  return {
    async caller(authorization, cost): Promise<Caller> {
      const token = bearerToken(authorization)
      if (token.startsWith('ll_')) {
        const holder = await findKeyOwner({ db, clock, keyCallsPerMinute }, { key: token, cost })
        if (!holder) throw unauthorized()
        const { userId, membership, allowance } = holder
        const who = { userId, organizationId: membership?.organizationId }
        return { ...holder, allowance: withOrganization(allowance, who, cost) }
      }
      const now = clock.now()
      const claims = await tokens.read(token, now)
      if (!claims) throw unauthorized()
      const { userId, sessionId } = claims
      const [live] = await db.read(accountScope(userId), liveSession({ id: sessionId, accountId: userId, now }))
      if (!live) throw unauthorized()
      await noteUse(dependencies, { ...claims, lastUsedAt: live.lastUsedAt, now })
      const { organizationId, role, impersonatorId } = live
      return {
        userId,
        sessionId,
        impersonatorId,
        membership: organizationId !== null && role !== null ? { organizationId, role } : null,
        key: null,
        allowance: withOrganization(countCall?.(userId, cost) ?? null, { userId, organizationId }, cost),
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

async function noteUse(
  { db, sessionIdleHours }: AuthenticatorDependencies,
  use: { userId: string; sessionId: string; lastUsedAt: Date; now: Date },
): Promise<void> {
  const { userId: accountId, sessionId: id, lastUsedAt, now } = use
  const unlessSince = new Date(now.getTime() - USE_KEPT_MS)
  if (lastUsedAt > unlessSince) return
  const kept = { id, accountId, now, idleAt: idleEnd(now, sessionIdleHours), unlessSince }
  try {
    // Nobody asked for it, so the audit log does not record it.
    await unaudited(() => db.transaction(accountScope(accountId), (tx) => keepUse(tx, kept)))
  } catch (error) {
    // Who only reads is served even while nothing can be saved.
    if (!hasMissedStorage(error)) throw error
  }
}

function bearerToken(authorization: string | undefined): string {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]+|ll_\w+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'unauthorized', 'Unauthorized')
}
