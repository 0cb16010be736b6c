import type Stripe from 'stripe'

/** The parts of Stripe's objects that matter for selling plans, in today's shapes. */
type Part<Whole, Names extends keyof Whole> = Pick<Whole, Names>

export interface Customer extends Part<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'name' | 'metadata' | 'livemode'
> {
  invoice_settings: { default_payment_method: string | null }
}

export type Product = Part<Stripe.Product, 'id' | 'object' | 'name' | 'active' | 'created'>

export interface Price extends Part<
  Stripe.Price,
  'id' | 'object' | 'active' | 'created' | 'currency' | 'livemode' | 'metadata' | 'nickname' | 'type'
> {
  product: string
  unit_amount: number
  recurring: { interval: 'month'; interval_count: 1 }
}

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  created: number
  price: Price
  quantity: number
  subscription: string
  // Since 2025-03-31 a period belongs to the item, not to the subscription.
  current_period_start: number
  current_period_end: number
}

export interface Subscription extends Part<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'created'
  | 'status'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'ended_at'
  | 'collection_method'
  | 'currency'
  | 'metadata'
  | 'livemode'
> {
  customer: string
  default_payment_method: string | null
  latest_invoice: string | null
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string }
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  invoice: string
  period: { start: number; end: number }
  pricing: { type: 'price_details'; price_details: { price: string; product: string }; unit_amount_decimal: string }
  parent: {
    type: 'subscription_item_details'
    subscription_item_details: { subscription: string; subscription_item: string; proration: boolean }
  }
  quantity: number
}

export interface Invoice extends Part<
  Stripe.Invoice,
  | 'object'
  | 'created'
  | 'number'
  | 'currency'
  | 'total'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'billing_reason'
  | 'collection_method'
  | 'livemode'
> {
  id: string
  customer: string
  status: 'open' | 'paid' | 'void'
  status_transitions: { finalized_at: number; paid_at: number | null; voided_at: number | null }
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } }
  lines: { object: 'list'; data: InvoiceLine[]; has_more: boolean; url: string }
  hosted_invoice_url: string
  invoice_pdf: string
}

export interface PaymentMethod {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string
  created: number
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}

export interface CheckoutSession extends Part<
  Stripe.Checkout.Session,
  'id' | 'object' | 'created' | 'mode' | 'metadata' | 'client_reference_id'
> {
  customer: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  subscription: string | null
  success_url: string
  cancel_url: string
  url: string | null
  /** Never sent: what is bought, and what its subscription is to carry. */
  price: string
  subscriptionMetadata: Record<string, string>
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  created: number
  customer: string
  return_url: string
  url: string
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: string | null }
  data: { object: object }
}

/** An error in Stripe's words. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: { error: { type: string; code?: string; message: string; param?: string; decline_code?: string } }

  constructor(status: number, error: Refusal['body']['error']) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export function missing(what: string, id: string): Refusal {
  const message = `No such ${what}: '${id}'`
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' })
}

export function wrong(message: string, param?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...(param !== undefined && { param }) })
}

export function declined(): Refusal {
  const message = 'Your card was declined.'
  return new Refusal(402, { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message })
}
