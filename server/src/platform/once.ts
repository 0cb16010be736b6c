import type { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Db, Tx } from './db.ts'
import { callUnderKey, claimCall, deleteCall, keepOutcome } from './idempotency.ts'
import { organizationScope } from './scopes.ts'

interface Asked<Outcome extends object> {
  /** The caller's key for the call; undefined where they gave none. */
  key: string | undefined
  /** Null where the call concerns no project. */
  projectId: string | null
  asked: readonly unknown[]
  shape: z.ZodType<Outcome>
  /** Checks, before anything is kept or answered, that the actor may reach what the call is about. */
  admit?: (tx: Tx) => Promise<unknown>
}

/**
 * Does `work`, which calls others and so runs outside any transaction, once for each key of the actor's. The same call
 * again gets the first outcome; another one under the same key is refused. Where `work` fails, the key may be used
 * again.
 */
export async function once<Outcome extends object>(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  { key, projectId, asked, shape, admit }: Asked<Outcome>,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const call = callUnderKey(actor, { key, projectId, asked, at: clock.now() })
  if (!call) return work()
  const scope = organizationScope(actor.organizationId)
  const before = await db.transaction(scope, async (tx) => {
    await admit?.(tx)
    return claimCall(tx, call)
  })
  if (before) return shape.parse(before.outcome)
  try {
    const outcome = await work()
    await db.transaction(scope, (tx) => keepOutcome(tx, call, outcome))
    return outcome
  } catch (error) {
    await db.transaction(scope, (tx) => deleteCall(tx, call))
    throw error
  }
}
