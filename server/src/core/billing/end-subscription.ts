import type { Subscription as Presented } from '@leadlight/contract/organization'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { requireShop, type BillingDependencies } from './billing-dependencies.ts'
import { requireSubscription } from './choose-plan.ts'
import { presentSubscription } from './present-subscription.ts'
import { askStripe } from './stripe-client.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Ends the subscription with its period. Repeating it changes nothing. */
export function cancelSubscription(deps: BillingDependencies, actor: Actor): Promise<Presented> {
  return setEnding(deps, actor, true)
}

/** Resumes a subscription that was to end. One that continues anyway stays so. */
export function resumeSubscription(deps: BillingDependencies, actor: Actor): Promise<Presented> {
  return setEnding(deps, actor, false)
}

async function setEnding(deps: BillingDependencies, actor: Actor, ends: boolean): Promise<Presented> {
  requirePermission(actor, 'billing.manage')
  const { stripe } = requireShop(deps)
  const { organizationId } = actor
  const { subscription, asked } = await requireSubscription(deps, organizationId)
  const hasDay = !ends && subscription.hasDayToEnd
  const change = hasDay ? { cancel_at: '' as const } : { cancel_at_period_end: ends }
  const idempotencyKey = `${organizationId}:${ends ? 'cancel' : 'resume'}:${asked}`
  await askStripe(() => stripe.subscriptions.update(subscription.subscriptionId, change, { idempotencyKey }))
  const after = await syncSubscription(deps, organizationId)
  return presentSubscription(after ?? subscription)
}
