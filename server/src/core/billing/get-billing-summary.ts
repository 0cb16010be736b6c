import type { BillingSummary, Invoice } from '@leadlight/contract/billing'
import { monthStart } from '@leadlight/domain/credits'
import type Stripe from 'stripe'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireShop, type BillingDependencies } from './billing-dependencies.ts'
import { requireSubscription } from './choose-plan.ts'
import { describeSubscription } from './get-subscription.ts'
import { describeUsage } from './get-usage.ts'
import { askStripe } from './stripe-client.ts'
import { findBillingAccount, type Subscription } from './subscription-store.ts'

const INVOICES_MAX = 24

/**
 * Plan, payment method, invoices and this month's usage. If the payment provider does not answer, everything but the
 * invoices.
 */
export async function getBillingSummary(deps: BillingDependencies, actor: Actor): Promise<BillingSummary> {
  requirePermission(actor, 'billing.manage')
  const { organizationId } = actor
  const now = deps.clock.now()
  const read = await deps.db.transaction(organizationScope(organizationId), async (tx) => ({
    account: await findBillingAccount(tx, organizationId),
    subscription: await describeSubscription(tx, deps, organizationId),
    usage: await describeUsage(tx, organizationId, monthStart(now), now),
  }))
  return {
    billing: deps.shop ? 'stripe' : 'included',
    subscription: read.subscription,
    payment_method: presentCard(read.account?.subscription?.card ?? null),
    invoices: deps.shop && read.account?.customerId ? await listInvoices(deps, read.account.customerId) : [],
    usage: read.usage,
  }
}

/** The payment provider's page that changes the payment method and leads back here. */
export async function updatePaymentMethod(deps: BillingDependencies, actor: Actor): Promise<{ url: string }> {
  requirePermission(actor, 'billing.manage')
  const { stripe } = requireShop(deps)
  const { customerId } = await requireSubscription(deps, actor.organizationId)
  const back = `${deps.publicUrl}/org/billing`
  const session = await askStripe(() =>
    stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: back,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: `${back}?payment_method=changed` } },
      },
    }),
  )
  return { url: session.url }
}

async function listInvoices(deps: BillingDependencies, customerId: string): Promise<Invoice[] | null> {
  const { stripe } = requireShop(deps)
  try {
    const { data } = await askStripe(() => stripe.invoices.list({ customer: customerId, limit: INVOICES_MAX }))
    return data.filter(({ status }) => status !== null && status !== 'draft').map(presentInvoice)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn({ err: error }, 'invoices could not be listed')
    return null
  }
}

const STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

function presentInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: invoice.id,
    number: invoice.number,
    created_at: new Date(invoice.created * 1000).toISOString(),
    status: STATUSES.find((status) => status === invoice.status) ?? 'open',
    total: invoice.total,
    currency: invoice.currency,
    url: invoice.hosted_invoice_url ?? null,
    pdf: invoice.invoice_pdf ?? null,
  }
}

function presentCard(card: Subscription['card']): BillingSummary['payment_method'] {
  return card && { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear }
}
