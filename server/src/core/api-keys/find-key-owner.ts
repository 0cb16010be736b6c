import type { Caller } from '../../platform/actor.ts'
import { allowanceOf, WINDOW_MS } from '../../platform/allowance.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { keyScope } from '../../platform/scopes.ts'
import { countUse } from './key-store.ts'
import { hashOf, isKey } from './key-words.ts'

export interface KeyOwnerDependencies {
  db: Db
  clock: Clock
  keyCallsPerMinute: number
}

/**
 * The key's user and what they are in their organization now; undefined for an unknown or expired key. Counts the call
 * at its cost.
 */
export async function findKeyOwner(
  { db, clock, keyCallsPerMinute }: KeyOwnerDependencies,
  { key, cost }: { key: string; cost: number },
): Promise<Caller | undefined> {
  if (!isKey(key)) return undefined
  const now = clock.now()
  const use = { hash: hashOf(key), cost, now, windowMs: WINDOW_MS }
  const used = await db.transaction(keyScope(), (tx) => countUse(tx, use))
  if (!used) return undefined
  const { id, userId, organizationId, role, scope, projectIds, windowBeganAt, windowCalls } = used
  return {
    userId,
    sessionId: id,
    impersonatorId: null,
    membership: { organizationId, role },
    key: { id, scope, projectIds },
    allowance: allowanceOf(
      { policy: 'key', callsMax: keyCallsPerMinute },
      { beganAt: windowBeganAt, calls: windowCalls },
      { now, cost },
    ),
  }
}
