import { findKeyOwners } from '../api-keys/find-key-owners.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockAccountShared } from './credential-store.ts'
import { findSession, type Session } from './session-store.ts'

/**
 * Throws if the caller's session or key has ended since the request came in, and keeps it from ending until the
 * transaction does. Anything that lets somebody in beyond the session needs this: ending all sessions must also end
 * that.
 */
export async function requireLiveSession(tx: Tx, caller: Caller, now: Date): Promise<void> {
  if (await isLive(tx, caller, now)) return
  throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
}

/** The caller's session, kept from ending until the transaction does; undefined if it has ended. */
export async function lockLiveSession(
  tx: Tx,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  now: Date,
): Promise<Session | undefined> {
  await lockAccountShared(tx, userId)
  return findSession(tx, { id: sessionId, accountId: userId, now })
}

async function isLive(tx: Tx, caller: Caller, now: Date): Promise<boolean> {
  const { userId, sessionId, key, membership } = caller
  if (!key) return (await lockLiveSession(tx, caller, now)) !== undefined
  if (!membership) return false
  await lockAccountShared(tx, userId)
  return (await findKeyOwners(tx, membership.organizationId, { ids: [sessionId], now })).has(sessionId)
}
