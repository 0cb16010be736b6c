import type { SubscriptionChange, SubscriptionPreview } from '@leadlight/contract/billing'
import { toCredits } from '@leadlight/domain/credits'
import { creditsFor } from '@leadlight/domain/plans'
import type Stripe from 'stripe'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireShop, type BillingDependencies, type OfferedPlan, type Shop } from './billing-dependencies.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { presentSubscription } from './present-subscription.ts'
import { findBillingAccount, type Subscription } from './subscription-store.ts'
import { askStripe } from './stripe-client.ts'
import { priceOf } from './stripe-state.ts'
import { syncSubscription } from './sync-subscription.ts'

/** How long after a preview was shown its moment may be charged by. */
const PREVIEW_MS_MAX = 60 * 60_000

interface Choice {
  planId: string
  /** From the preview that was shown. */
  prorationAt?: Date | undefined
  /** Makes a repeated choice count once. */
  key?: string | undefined
}

/**
 * Puts the actor's organization on a plan. Without a subscription it returns the address of the checkout. A dearer plan
 * is paid for at once for the rest of the period, or refused; a cheaper one begins with the next. Throws
 * `card_declined`, `plan_unknown`, `plan_is_current`, `plan_is_custom`.
 */
export async function choosePlan(deps: BillingDependencies, actor: Actor, choice: Choice): Promise<SubscriptionChange> {
  requirePermission(actor, 'billing.manage')
  const shop = requireShop(deps)
  const plan = requirePlan(shop, choice.planId)
  nameTarget({ price: String(plan.price) })
  const { organizationId } = actor
  const { customerId, asked } = await ensureCustomer(deps, actor)
  // The provider's present state decides, not what we last heard of it: a second checkout would be a second
  // subscription.
  const current = await syncSubscription(deps, organizationId)
  if (!current) {
    const key = choice.key ?? deps.newId()
    return {
      subscription: null,
      checkout_url: await openCheckout(deps, shop, { customerId, organizationId, plan, key }),
    }
  }
  requireOther(current, plan)
  const key = `${organizationId}:update:${choice.key ?? asked}:${plan.id}`
  await askStripe(() =>
    shop.stripe.subscriptions.update(current.subscriptionId, changeTo(current, plan, prorationS(deps, choice)), {
      idempotencyKey: key,
    }),
  )
  const changed = await syncSubscription(deps, organizationId)
  return { subscription: changed && presentSubscription(changed), checkout_url: null }
}

/** What the choice would charge now and bring, as calculated by the payment provider. Changes nothing. */
export async function previewPlan(
  deps: BillingDependencies,
  actor: Actor,
  planId: string,
): Promise<SubscriptionPreview> {
  requirePermission(actor, 'billing.manage')
  const shop = requireShop(deps)
  const plan = requirePlan(shop, planId)
  const { customerId, subscription } = await requireSubscription(deps, actor.organizationId)
  requireOther(subscription, plan)
  const prorationAt = new Date(Math.floor(deps.clock.now().getTime() / 1000) * 1000)
  const whole = { plan_id: plan.id, currency: plan.currency, next_period_at: subscription.periodEnd }
  if (!isDearer(plan, subscription)) {
    return { ...whole, amount_due: 0, credits: 0, proration_at: prorationAt.toISOString() }
  }
  const invoice = await askStripe(() =>
    shop.stripe.invoices.createPreview({
      customer: customerId,
      subscription: subscription.subscriptionId,
      subscription_details: {
        items: [{ id: subscription.itemId, price: plan.priceId }],
        proration_behavior: 'always_invoice',
        proration_date: prorationAt.getTime() / 1000,
      },
    }),
  )
  return {
    ...whole,
    amount_due: invoice.amount_due,
    credits: toCredits(creditsOf(invoice, plan, subscription)),
    proration_at: prorationAt.toISOString(),
  }
}

function creditsOf(invoice: Stripe.Invoice, plan: OfferedPlan, current: Subscription): number {
  const prices = new Map<string, Pick<OfferedPlan, 'price' | 'monthlyCredits'>>([
    [plan.priceId, plan],
    [current.priceId, current],
  ])
  const sum = invoice.lines.data.reduce((credits, line) => {
    const priced = prices.get(priceOf(line) ?? '')
    return priced ? credits + creditsFor(priced, line.amount) : credits
  }, 0)
  return Math.max(0, sum)
}

interface CheckoutOrder {
  customerId: string
  organizationId: string
  plan: OfferedPlan
  key: string
}

/** An organization has at most one open checkout, so that nobody pays for two subscriptions in two windows. */
async function openCheckout(
  { publicUrl }: BillingDependencies,
  { stripe }: Shop,
  order: CheckoutOrder,
): Promise<string> {
  const { customerId, organizationId, plan, key } = order
  const session = await askStripe(async () => {
    const { data: open } = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 })
    for (const { id, metadata, url } of open) {
      if (metadata?.plan_id === plan.id && url !== null) return { url }
      await stripe.checkout.sessions.expire(id)
    }
    return stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: organizationId,
        line_items: [{ price: plan.priceId, quantity: 1 }],
        metadata: { plan_id: plan.id },
        subscription_data: { metadata: { organization_id: organizationId } },
        success_url: `${publicUrl}/org/subscription/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${publicUrl}/org/select-plan`,
      },
      { idempotencyKey: `${organizationId}:checkout:${key}:${plan.id}` },
    )
  })
  if (session.url === null) throw new Error('Stripe opened a checkout without an address.')
  return session.url
}

/** A dearer plan is charged at once, or nothing changes; a cheaper one is charged from the next period on. */
export function changeTo(
  current: Subscription,
  plan: { priceId: string; price: number },
  prorationDateS: number | undefined,
): Stripe.SubscriptionUpdateParams {
  const change = {
    items: [{ id: current.itemId, price: plan.priceId }],
    ...(current.hasDayToEnd ? { cancel_at: '' as const } : { cancel_at_period_end: false }),
  }
  if (!isDearer(plan, current)) return { ...change, proration_behavior: 'none' }
  return {
    ...change,
    proration_behavior: 'always_invoice',
    ...(prorationDateS !== undefined && { proration_date: prorationDateS }),
    ...(!current.isInvoiced && { payment_behavior: 'error_if_incomplete' }),
  }
}

function isDearer(plan: { price: number }, current: { price: number }): boolean {
  return plan.price > current.price
}

function prorationS({ clock }: BillingDependencies, { prorationAt }: Choice): number | undefined {
  if (!prorationAt) return undefined
  const ageMs = clock.now().getTime() - prorationAt.getTime()
  return ageMs >= 0 && ageMs <= PREVIEW_MS_MAX ? Math.floor(prorationAt.getTime() / 1000) : undefined
}

function requirePlan({ plans }: Shop, planId: string): OfferedPlan {
  const plan = plans.find(({ id }) => id === planId)
  if (plan) return plan
  throw new AppError('not_found', 'plan_unknown', 'There is no such plan. Choose one of those that are listed.')
}

function requireOther(current: Subscription, plan: OfferedPlan): void {
  if (current.kind === 'custom') {
    const detail = 'Your plan was made for your organization. Ask whoever runs this installation to change it.'
    throw new AppError('conflict', 'plan_is_custom', detail)
  }
  if (current.priceId === plan.priceId && !current.cancelAtPeriodEnd) {
    throw new AppError('conflict', 'plan_is_current', 'Your organization is on this plan already.')
  }
}

/** The organization's subscription as last read. Throws `subscription_not_found` if there is none. */
export async function requireSubscription(
  { db }: BillingDependencies,
  organizationId: string,
): Promise<{ customerId: string; subscription: Subscription; asked: number }> {
  const account = await db.transaction(organizationScope(organizationId), (tx) =>
    findBillingAccount(tx, organizationId),
  )
  if (account?.customerId && account.subscription) {
    return { customerId: account.customerId, subscription: account.subscription, asked: account.asked }
  }
  const detail = 'Your organization has no subscription. Choose a plan first.'
  throw new AppError('conflict', 'subscription_not_found', detail)
}
