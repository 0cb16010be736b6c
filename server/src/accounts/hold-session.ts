import type { Caller } from '../platform/actor.ts'
import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { lockAccountShared } from './credential-store.ts'
import { findSession, type Session } from './session-store.ts'

/**
 * Refuses where the caller's session has ended since their request came in, and keeps it from ending until the transaction
 * does. For whatever lets somebody in beyond the session itself: who ends all sessions must find it, or it must not come to be.
 */
export async function holdSession(tx: Tx, caller: Pick<Caller, 'userId' | 'sessionId'>, now: Date): Promise<void> {
  if (await findHeldSession(tx, caller, now)) return
  throw new AppError('unauthorized', 'unauthorized', 'Unauthorized')
}

/** The same, for who has more to say about it; undefined where the session has ended. */
export async function findHeldSession(
  tx: Tx,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  now: Date,
): Promise<Session | undefined> {
  await lockAccountShared(tx, userId)
  return findSession(tx, { id: sessionId, accountId: userId, now })
}
