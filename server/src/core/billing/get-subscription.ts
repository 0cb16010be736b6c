import type { OrganizationCredits, Subscription as Presented } from '@leadlight/contract/organization'
import { nextMonth, toCredits } from '@leadlight/domain/credits'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockedAccount } from './account.ts'
import type { BillingDependencies } from './billing-dependencies.ts'
import { includedSubscription, presentSubscription } from './present-subscription.ts'
import { findBillingAccount } from './subscription-store.ts'

/** The actor's organization's subscription, or null. */
export function getSubscription(deps: BillingDependencies, actor: Actor): Promise<Presented | null> {
  requirePermission(actor, 'organization.read')
  return deps.db.transaction(organizationScope(actor.organizationId), (tx) =>
    describeSubscription(tx, deps, actor.organizationId),
  )
}

/**
 * The subscription as last read at the payment provider; null once its period ended, unless we have heard that it
 * continues.
 */
export async function describeSubscription(
  tx: Tx,
  { clock, ledger, shop }: BillingDependencies,
  organizationId: string,
): Promise<Presented | null> {
  const account = await findBillingAccount(tx, organizationId)
  if (!shop) return includedSubscription(clock.now(), ledger.monthlyMillicredits)
  const subscription = account?.subscription
  if (!subscription) return null
  const isOver = subscription.cancelAtPeriodEnd && new Date(subscription.periodEnd) <= clock.now()
  return isOver ? null : presentSubscription(subscription)
}

/** What the actor's organization can spend now, and when it gets more. */
export function getCredits(deps: BillingDependencies, actor: Actor): Promise<OrganizationCredits> {
  requirePermission(actor, 'organization.read')
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const account = await lockedAccount(tx, deps.ledger, organizationId)
    const subscription = await describeSubscription(tx, deps, organizationId)
    const { balance, held, expiring, expiresAt, level } = account
    return {
      credit_balance: toCredits(balance),
      held: toCredits(held),
      monthly_credits: toCredits(account.allowance ?? deps.ledger.monthlyMillicredits),
      next_grant_at: nextGrantAt(deps, subscription),
      expiring: expiring > 0 && expiresAt ? { credits: toCredits(expiring), at: expiresAt.toISOString() } : null,
      level,
    }
  })
}

function nextGrantAt({ shop, clock }: BillingDependencies, subscription: Presented | null): string | null {
  if (!shop) return nextMonth(clock.now()).toISOString()
  return subscription && !subscription.cancel_at_period_end ? subscription.current_period_end : null
}
