import type { Subscription as Presented } from '@leadlight/contract/organization'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { BillingDependencies } from './billing-dependencies.ts'
import { getSubscription } from './get-subscription.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Reads the state at the payment provider now, as after a checkout whose event is still on its way; returns the
 * subscription.
 */
export async function refreshSubscription(deps: BillingDependencies, actor: Actor): Promise<Presented | null> {
  requirePermission(actor, 'billing.manage')
  if (deps.shop) await syncSubscription(deps, actor.organizationId)
  return getSubscription(deps, actor)
}
