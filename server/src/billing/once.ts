import type { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import { claimCall, forgetCall, keepOutcome } from '../platform/idempotency.ts'
import { organizationScope } from '../platform/scopes.ts'
import type { BillingDependencies } from './billing-dependencies.ts'

/**
 * Does `work`, which asks others and so stands outside of any transaction, once for each key of the actor's: the same call again is
 * answered by what came of it, another one under the same key is refused. Where nothing came of it the key may be used again.
 */
export async function once<Outcome extends object>(
  { db, clock }: BillingDependencies,
  actor: Actor,
  { key, asked, shape }: { key: string | undefined; asked: readonly unknown[]; shape: z.ZodType<Outcome> },
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (key === undefined) return work()
  const { organizationId, userId: accountId } = actor
  const call = { organizationId, projectId: null, accountId, key, asked, at: clock.now() }
  const scope = organizationScope(organizationId)
  const before = await db.transaction(scope, (tx) => claimCall(tx, call))
  if (before) return shape.parse(before.outcome)
  try {
    const outcome = await work()
    await db.transaction(scope, (tx) => keepOutcome(tx, call, outcome))
    return outcome
  } catch (error) {
    await db.transaction(scope, (tx) => forgetCall(tx, call))
    throw error
  }
}
