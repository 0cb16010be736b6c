import type Stripe from 'stripe'
import type { Millicredits } from '@leadlight/domain/credits'
import { creditsFor, type Plan } from '@leadlight/domain/plans'
import type { Shop } from './billing-dependencies.ts'
import { isMissing } from './stripe-client.ts'
import type { Subscription } from './subscription-store.ts'

const INVOICES_MAX = 100
const LINES_MAX = 100
/** The metadata key of a price that was made for one organization. */
export const MONTHLY_CREDITS = 'leadlight_monthly_millicredits'
/** Paid, or about to be paid again. Anything else at Stripe is no subscription here. */
const LIVING = ['active', 'trialing', 'past_due'] as const

/** What a payment brings: credits, until the period that was paid for ends. */
export interface Payment {
  invoiceId: string
  paidAt: Date
  credits: Millicredits
  /** Whether it begins a period, which ends what was left of the one before. */
  beginsPeriod: boolean
  periodEnd: Date
  what: string
  allowance: Millicredits
}

/** Everything about a customer: all here follows from it, whatever we heard before and in what order. */
export interface StripeState {
  subscription: Subscription | null
  /** Oldest first. */
  payments: Payment[]
}

interface PricedPlan extends Pick<Plan, 'price' | 'monthlyCredits' | 'name'> {
  id: string | null
}

/** Asks Stripe for the customer's present state. */
export async function readStripeState({ stripe, plans }: Shop, customerId: string): Promise<StripeState> {
  const [customer, subscriptions, invoices] = await Promise.all([
    findCustomer(stripe, customerId),
    stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: 100, expand: ['data.default_payment_method'] })
      .catch(emptyIfMissing),
    stripe.invoices.list({ customer: customerId, status: 'paid', limit: INVOICES_MAX }).catch(emptyIfMissing),
  ])
  const planOf = createPlanFinder(stripe, plans)
  const living = subscriptions.data
    .filter(({ status }) => LIVING.some((word) => word === status))
    .toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))[0]
  const payments: Payment[] = []
  for (const invoice of invoices.data) {
    const payment = await readPayment(stripe, invoice, planOf)
    if (payment) payments.push(payment)
  }
  return {
    subscription: living ? await describeSubscription(living, cardOf(living, customer), planOf) : null,
    payments: payments.toSorted(
      (a, b) => a.paidAt.getTime() - b.paidAt.getTime() || a.invoiceId.localeCompare(b.invoiceId),
    ),
  }
}

type PlanFinder = (price: string | Stripe.Price) => Promise<PricedPlan>

/** The configured plan with this price, or else the plan that the price's own metadata describes. */
function createPlanFinder(stripe: Stripe, plans: Shop['plans']): PlanFinder {
  const known = new Map<string, PricedPlan>(plans.map((plan) => [plan.priceId, plan]))
  return async (price) => {
    const id = typeof price === 'string' ? price : price.id
    const before = known.get(id)
    if (before) return before
    const found = typeof price === 'string' ? await stripe.prices.retrieve(id) : price
    const plan = {
      id: null,
      name: found.nickname ?? 'A former plan',
      price: found.unit_amount ?? 0,
      monthlyCredits: Number(found.metadata[MONTHLY_CREDITS] ?? 0),
    }
    known.set(id, plan)
    return plan
  }
}

function findCustomer(
  stripe: Stripe,
  customerId: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer | undefined> {
  const asked = stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] })
  return asked.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
}

/** The card of the next invoice: the subscription's own method, else the customer's. */
function cardOf(
  subscription: Stripe.Subscription,
  customer: Stripe.Customer | Stripe.DeletedCustomer | undefined,
): Subscription['card'] {
  const ofCustomer = customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  const method = subscription.default_payment_method ?? ofCustomer
  const card = typeof method === 'object' ? method?.card : undefined
  return card ? { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : null
}

async function describeSubscription(
  found: Stripe.Subscription,
  card: Subscription['card'],
  planOf: PlanFinder,
): Promise<Subscription | null> {
  // Our subscriptions have one item. Its periods are the subscription's.
  const item = found.items.data[0]
  if (!item) return null
  const plan = await planOf(item.price)
  return {
    subscriptionId: found.id,
    itemId: item.id,
    priceId: item.price.id,
    planId: plan.id,
    planName: plan.name,
    kind: plan.id === null ? 'custom' : 'plan',
    monthlyCredits: plan.monthlyCredits,
    price: plan.price,
    currency: item.price.currency,
    status: found.status === 'past_due' ? 'past_due' : 'active',
    // The provider's own pages may set a day to end on instead of the flag.
    cancelAtPeriodEnd: found.cancel_at_period_end || found.cancel_at !== null,
    hasDayToEnd: found.cancel_at !== null && !found.cancel_at_period_end,
    isInvoiced: found.collection_method === 'send_invoice',
    periodStart: new Date(item.current_period_start * 1000).toISOString(),
    periodEnd: new Date(item.current_period_end * 1000).toISOString(),
    card,
  }
}

/** The price of an invoice line. */
export function priceOf(line: Stripe.InvoiceLineItem): string | undefined {
  const price = line.pricing?.price_details?.price
  return typeof price === 'object' ? price.id : price
}

/** What a paid invoice brings, in proportion to what it pays of which plans; undefined for one of no plan. */
async function readPayment(stripe: Stripe, invoice: Stripe.Invoice, planOf: PlanFinder): Promise<Payment | undefined> {
  const { data, has_more: goesOn } = invoice.lines
  const lines = goesOn ? (await stripe.invoices.listLineItems(invoice.id, { limit: LINES_MAX })).data : data
  let credits = 0
  let beginsPeriod = false
  let periodEndS = 0
  let top: PricedPlan | undefined
  for (const line of lines) {
    const priceId = priceOf(line)
    const ofSubscription = line.parent?.subscription_item_details
    if (priceId === undefined || !ofSubscription) continue
    const plan = await planOf(priceId)
    credits += creditsFor(plan, line.amount)
    beginsPeriod ||= !ofSubscription.proration
    periodEndS = Math.max(periodEndS, line.period.end)
    if (line.amount > 0) top = plan
  }
  const paidAtS = invoice.status_transitions.paid_at
  if (!top || paidAtS === null) return undefined
  return {
    invoiceId: invoice.id,
    paidAt: new Date(paidAtS * 1000),
    credits: Math.max(0, credits),
    beginsPeriod,
    periodEnd: new Date(periodEndS * 1000),
    what: `${top.name}, paid with invoice ${invoice.number ?? invoice.id}`,
    allowance: top.monthlyCredits,
  }
}

/** A customer deleted at Stripe has nothing any more. */
function emptyIfMissing(error: unknown): { data: never[] } {
  if (isMissing(error)) return { data: [] }
  throw error
}
