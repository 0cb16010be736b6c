import { API_VERSION } from './api-version.ts'
import { monthAfter } from './month-after.ts'
import {
  declined,
  missing,
  wrong,
  type CheckoutSession,
  type Customer,
  type Invoice,
  type InvoiceLine,
  type PaymentMethod,
  type PortalSession,
  type Price,
  type Product,
  type StripeEvent,
  type Subscription,
} from './objects.ts'

/** Whether a customer's next payments succeed. */
export type Wallet = 'pays' | 'declines'

export interface AccountOptions {
  now: () => Date
  url: () => string
  onEvent: (event: StripeEvent) => void
}

/** One Stripe account: its objects, and what becomes of them as customers pay and time passes. */
export class StripeAccount {
  readonly customers = new Map<string, Customer>()
  readonly products = new Map<string, Product>()
  readonly prices = new Map<string, Price>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly invoices = new Map<string, Invoice>()
  readonly methods = new Map<string, PaymentMethod>()
  readonly checkouts = new Map<string, CheckoutSession>()
  readonly portals = new Map<string, PortalSession>()
  readonly wallets = new Map<string, Wallet>()
  readonly #options: AccountOptions
  #made = 0

  constructor(options: AccountOptions) {
    this.#options = options
  }

  nowS(): number {
    return Math.floor(this.#options.now().getTime() / 1000)
  }

  newId(prefix: string): string {
    this.#made += 1
    return `${prefix}_double${String(this.#made).padStart(8, '0')}`
  }

  url(path: string): string {
    return `${this.#options.url()}${path}`
  }

  emit(type: string, about: object, idempotencyKey: string | null = null): void {
    this.#options.onEvent({
      id: this.newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.nowS(),
      type,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: idempotencyKey },
      data: { object: structuredClone(about) },
    })
  }

  customer(id: string): Customer {
    const found = this.customers.get(id)
    if (!found) throw missing('customer', id)
    return found
  }

  price(id: string): Price {
    const found = this.prices.get(id)
    if (!found) throw missing('price', id)
    return found
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.get(id)
    if (!found) throw missing('subscription', id)
    return found
  }

  addCustomer(given: Pick<Customer, 'email' | 'name' | 'metadata'>): Customer {
    const customer: Customer = {
      id: this.newId('cus'),
      object: 'customer',
      created: this.nowS(),
      ...given,
      livemode: false,
      invoice_settings: { default_payment_method: null },
    }
    this.customers.set(customer.id, customer)
    this.emit('customer.created', customer)
    return customer
  }

  addPrice(
    given: Pick<Price, 'currency' | 'unit_amount' | 'nickname' | 'metadata'> & { id?: string; name: string },
  ): Price {
    const product: Product = {
      id: this.newId('prod'),
      object: 'product',
      name: given.name,
      active: true,
      created: this.nowS(),
    }
    const price: Price = {
      id: given.id ?? this.newId('price'),
      object: 'price',
      active: true,
      created: this.nowS(),
      currency: given.currency,
      livemode: false,
      metadata: given.metadata,
      nickname: given.nickname,
      type: 'recurring',
      product: product.id,
      unit_amount: given.unit_amount,
      recurring: { interval: 'month', interval_count: 1 },
    }
    this.products.set(product.id, product)
    this.prices.set(price.id, price)
    return price
  }

  giveCard(customerId: string, last4 = '4242'): PaymentMethod {
    const method: PaymentMethod = {
      id: this.newId('pm'),
      object: 'payment_method',
      type: 'card',
      customer: customerId,
      created: this.nowS(),
      card: { brand: 'visa', last4, exp_month: 8, exp_year: 2031 },
    }
    this.methods.set(method.id, method)
    this.customer(customerId).invoice_settings.default_payment_method = method.id
    this.emit('payment_method.attached', method)
    return method
  }

  subscribe(
    customerId: string,
    priceId: string,
    more: { method?: string; isInvoiced?: boolean; metadata?: Record<string, string> } = {},
  ): Subscription {
    const price = this.price(priceId)
    const [id, start] = [this.newId('sub'), this.nowS()]
    const item = {
      id: this.newId('si'),
      object: 'subscription_item' as const,
      created: start,
      price,
      quantity: 1,
      subscription: id,
      current_period_start: start,
      current_period_end: monthAfter(start, start),
    }
    const subscription: Subscription = {
      id,
      object: 'subscription',
      created: start,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      collection_method: more.isInvoiced ? 'send_invoice' : 'charge_automatically',
      currency: price.currency,
      metadata: more.metadata ?? {},
      livemode: false,
      customer: customerId,
      default_payment_method: more.method ?? null,
      latest_invoice: null,
      items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    }
    this.subscriptions.set(id, subscription)
    this.emit('customer.subscription.created', subscription)
    const line = this.line(subscription, { price, amount: price.unit_amount, start, end: item.current_period_end })
    this.invoice(subscription, 'subscription_create', [line])
    return subscription
  }

  /** A line of an invoice to come; `proration` where it pays for a part of a period. */
  line(
    subscription: Subscription,
    about: { price: Price; amount: number; start: number; end: number; proration?: boolean },
  ): Omit<InvoiceLine, 'invoice'> {
    const { price, amount, start, end, proration = false } = about
    return {
      id: this.newId('il'),
      object: 'line_item',
      amount,
      currency: price.currency,
      description: `${proration ? 'Part of' : '1 ×'} ${price.nickname ?? price.id}`,
      period: { start, end },
      pricing: {
        type: 'price_details',
        price_details: { price: price.id, product: price.product },
        unit_amount_decimal: String(price.unit_amount),
      },
      parent: {
        type: 'subscription_item_details',
        subscription_item_details: {
          subscription: subscription.id,
          subscription_item: subscription.items.data[0]?.id ?? '',
          proration,
        },
      },
      quantity: 1,
    }
  }

  /** Makes an invoice of the lines and tries to collect it, unless it is one that is sent. */
  invoice(
    subscription: Subscription,
    reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update',
    lines: Omit<InvoiceLine, 'invoice'>[],
  ): Invoice {
    const id = this.newId('in')
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    const createdS = this.nowS()
    const invoice: Invoice = {
      id,
      object: 'invoice',
      created: createdS,
      number: `DOUBLE-${String(this.invoices.size + 1).padStart(4, '0')}`,
      currency: subscription.currency,
      total,
      amount_due: Math.max(0, total),
      amount_paid: 0,
      amount_remaining: Math.max(0, total),
      attempt_count: 0,
      billing_reason: reason,
      collection_method: subscription.collection_method,
      livemode: false,
      customer: subscription.customer,
      status: 'open',
      status_transitions: { finalized_at: createdS, paid_at: null, voided_at: null },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: {
        object: 'list',
        data: lines.map((line) => ({ ...line, invoice: id })),
        has_more: false,
        url: `/v1/invoices/${id}/lines`,
      },
      hosted_invoice_url: this.url(`/invoices/${id}`),
      invoice_pdf: this.url(`/invoices/${id}.pdf`),
    }
    this.invoices.set(id, invoice)
    subscription.latest_invoice = id
    this.emit('invoice.finalized', invoice)
    if (subscription.collection_method === 'charge_automatically') this.charge(invoice)
    return invoice
  }

  /** Tries to charge an open invoice to the customer's card. */
  charge(invoice: Invoice): void {
    const subscription = this.subscription(invoice.parent.subscription_details.subscription)
    invoice.attempt_count += 1
    if (invoice.amount_due > 0 && this.wallets.get(invoice.customer) === 'declines') {
      this.emit('invoice.payment_failed', invoice)
      if (subscription.status === 'active') subscription.status = 'past_due'
      this.emit('customer.subscription.updated', subscription)
      return
    }
    this.pay(invoice)
  }

  pay(invoice: Invoice): void {
    invoice.status = 'paid'
    invoice.status_transitions.paid_at = this.nowS()
    Object.assign(invoice, { amount_paid: invoice.amount_due, amount_remaining: 0 })
    const subscription = this.subscription(invoice.parent.subscription_details.subscription)
    const owes = [...this.invoices.values()].some(
      (other) => other.status === 'open' && other.parent.subscription_details.subscription === subscription.id,
    )
    if (subscription.status === 'past_due' && !owes) subscription.status = 'active'
    this.emit('invoice.paid', invoice)
    this.emit('customer.subscription.updated', subscription)
  }

  /**
   * The lines for changing to the price at that moment: a refund for the rest of the old one, and the rest of the new
   * one.
   */
  prorations(subscription: Subscription, price: Price, atS: number): Omit<InvoiceLine, 'invoice'>[] {
    const item = subscription.items.data[0]
    if (!item) throw wrong('This subscription has no items.')
    if (price.currency !== subscription.currency)
      throw wrong('The price specified supports currencies other than this.')
    const { current_period_start: start, current_period_end: end } = item
    const share = (end - atS) / (end - start)
    const rest = { start: atS, end, proration: true }
    return [
      this.line(subscription, { ...rest, price: item.price, amount: -Math.round(item.price.unit_amount * share) }),
      this.line(subscription, { ...rest, price, amount: Math.round(price.unit_amount * share) }),
    ]
  }

  change(
    subscription: Subscription,
    price: Price,
    how: { isInvoicedNow: boolean; atS: number; mustBePaid: boolean },
  ): void {
    const item = subscription.items.data[0]
    if (!item) throw wrong('This subscription has no items.')
    const lines = how.isInvoicedNow ? this.prorations(subscription, price, how.atS) : []
    if (how.mustBePaid && lines.length > 0 && this.wallets.get(subscription.customer) === 'declines') throw declined()
    item.price = price
    if (lines.length > 0) this.invoice(subscription, 'subscription_update', lines)
  }

  /** Applies everything due until now: periods end, the next are charged, and cancellations take effect. */
  turn(): void {
    for (const subscription of this.subscriptions.values()) {
      for (let item = dueItem(subscription, this.nowS()); item; item = dueItem(subscription, this.nowS())) {
        const endS = subscription.cancel_at ?? item.current_period_end
        if (subscription.cancel_at_period_end || (subscription.cancel_at !== null && endS <= this.nowS())) {
          this.end(subscription)
          break
        }
        item.current_period_start = item.current_period_end
        item.current_period_end = monthAfter(subscription.created, item.current_period_start)
        this.emit('customer.subscription.updated', subscription)
        const { current_period_start: start, current_period_end: end, price } = item
        const line = this.line(subscription, { price, amount: price.unit_amount, start, end })
        this.invoice(subscription, 'subscription_cycle', [line])
      }
    }
  }

  end(subscription: Subscription): void {
    Object.assign(subscription, { status: 'canceled', canceled_at: this.nowS(), ended_at: this.nowS() })
    this.emit('customer.subscription.deleted', subscription)
  }
}

function dueItem(subscription: Subscription, nowS: number) {
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return undefined
  const item = subscription.items.data[0]
  return item && item.current_period_end <= nowS ? item : undefined
}
