import { listOf, partOf, textOf, wordsOf, type Form } from './form.ts'
import { missing, wrong, type CheckoutSession, type Customer, type Invoice, type Subscription } from './objects.ts'
import type { StripeAccount } from './account.ts'

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  form: Form
}

/** Answers a call of Stripe's API from the account. Throws a refusal in Stripe's words. */
export function answerCall(account: StripeAccount, asked: Asked): object {
  const [noun = '', id = '', verb = ''] = asked.path.replace(/^\/v1\//, '').split('/')
  const wanted = `${asked.method} ${noun}${id === '' ? '' : '/:id'}${verb === '' ? '' : `/${verb}`}`
  switch (wanted) {
    case 'POST customers':
      return createCustomer(account, asked.form)
    case 'GET customers/:id':
      return presentCustomer(account, account.customer(id))
    case 'DELETE customers/:id':
      return deleteCustomer(account, id)
    case 'POST prices':
      return createPrice(account, asked.form)
    case 'GET prices/:id':
      return account.price(id)
    case 'GET subscriptions':
      return page(asked, listSubscriptions(account, asked.query))
    case 'POST subscriptions':
      return createSubscription(account, asked.form)
    case 'POST subscriptions/:id':
      return updateSubscription(account, account.subscription(id), asked.form)
    case 'GET invoices':
      return page(asked, listInvoices(account, asked.query))
    case 'POST invoices/:id':
      if (id !== 'create_preview') break
      return previewInvoice(account, asked.form)
    case 'GET invoices/:id/lines':
      return page(asked, account.invoices.get(id)?.lines.data ?? [])
    default:
  }
  return answerSession(account, asked)
}

function answerSession(account: StripeAccount, { method, path, query, form }: Asked): object {
  if (path === '/v1/checkout/sessions' && method === 'POST') return createCheckout(account, form)
  if (path === '/v1/checkout/sessions') {
    const wanted = [...account.checkouts.values()].filter(
      ({ customer, status }) => customer === query.get('customer') && status === (query.get('status') ?? status),
    )
    return page({ path }, wanted.map(presentCheckout))
  }
  const expiring = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1]
  if (expiring !== undefined) {
    const session = account.checkouts.get(expiring)
    if (!session) throw missing('checkout.session', expiring)
    Object.assign(session, { status: 'expired', url: null })
    account.emit('checkout.session.expired', presentCheckout(session))
    return presentCheckout(session)
  }
  if (path === '/v1/billing_portal/sessions' && method === 'POST') return createPortal(account, form)
  throw wrong(`Unrecognized request URL (${method}: ${path}).`)
}

function page({ path }: Pick<Asked, 'path'>, data: object[]): object {
  return { object: 'list', url: path, has_more: false, data }
}

function createCustomer(account: StripeAccount, form: Form): Customer {
  const [email = null, name = null] = [textOf(form, 'email'), textOf(form, 'name')]
  return account.addCustomer({ email, name, metadata: wordsOf(form, 'metadata') })
}

function presentCustomer(account: StripeAccount, customer: Customer): object {
  const method = account.methods.get(customer.invoice_settings.default_payment_method ?? '') ?? null
  return { ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }
}

function deleteCustomer(account: StripeAccount, id: string): object {
  const customer = account.customer(id)
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer === id && subscription.status !== 'canceled') account.end(subscription)
  }
  account.customers.delete(id)
  account.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

function createPrice(account: StripeAccount, form: Form): object {
  const unitAmount = Number(textOf(form, 'unit_amount'))
  const currency = textOf(form, 'currency')
  if (!Number.isInteger(unitAmount) || currency === undefined)
    throw wrong('Missing required param: currency.', 'currency')
  if (!CURRENCIES.has(currency)) throw wrong(`Invalid currency: ${currency}.`, 'currency')
  const name = textOf(partOf(form, 'product_data'), 'name')
  if (name === undefined) throw wrong('Missing required param: product_data[name].', 'product_data')
  const nickname = textOf(form, 'nickname') ?? null
  return account.addPrice({ currency, unit_amount: unitAmount, nickname, metadata: wordsOf(form, 'metadata'), name })
}

function listSubscriptions(account: StripeAccount, query: URLSearchParams): object[] {
  const customerId = query.get('customer') ?? ''
  account.customer(customerId)
  return [...account.subscriptions.values()]
    .filter(({ customer }) => customer === customerId)
    .toReversed()
    .map((subscription) => presentSubscription(account, subscription))
}

function presentSubscription(account: StripeAccount, subscription: Subscription): object {
  const method = account.methods.get(subscription.default_payment_method ?? '') ?? null
  return { ...structuredClone(subscription), default_payment_method: method }
}

function createSubscription(account: StripeAccount, form: Form): object {
  const customerId = textOf(form, 'customer') ?? ''
  const customer = account.customer(customerId)
  const isInvoiced = textOf(form, 'collection_method') === 'send_invoice'
  if (!isInvoiced && customer.invoice_settings.default_payment_method === null) {
    throw wrong('This customer has no attached payment source or default payment method.')
  }
  if (isInvoiced && textOf(form, 'days_until_due') === undefined) {
    throw wrong('You must pass `days_until_due` when `collection_method` is `send_invoice`.', 'days_until_due')
  }
  const priceId = textOf(listOf(form, 'items')[0], 'price') ?? ''
  return account.subscribe(customerId, priceId, { isInvoiced, metadata: wordsOf(form, 'metadata') })
}

function updateSubscription(account: StripeAccount, subscription: Subscription, form: Form): object {
  if (subscription.status === 'canceled') throw missing('subscription', subscription.id)
  const item = listOf(form, 'items')[0]
  const priceId = textOf(item, 'price')
  if (item && textOf(item, 'id') !== subscription.items.data[0]?.id)
    throw missing('subscription_item', textOf(item, 'id') ?? '')
  if (priceId !== undefined && priceId !== subscription.items.data[0]?.price.id) {
    account.change(subscription, account.price(priceId), {
      isInvoicedNow: textOf(form, 'proration_behavior') === 'always_invoice',
      atS: Number(textOf(form, 'proration_date') ?? account.nowS()),
      mustBePaid: textOf(form, 'payment_behavior') === 'error_if_incomplete',
    })
  }
  const ends = textOf(form, 'cancel_at_period_end')
  if (ends !== undefined) {
    subscription.cancel_at_period_end = ends === 'true'
    // Stripe also states the day that the flag takes effect.
    subscription.cancel_at = ends === 'true' ? (subscription.items.data[0]?.current_period_end ?? null) : null
    subscription.canceled_at = ends === 'true' ? account.nowS() : null
  }
  if (textOf(form, 'cancel_at') === '') Object.assign(subscription, { cancel_at: null, canceled_at: null })
  account.emit('customer.subscription.updated', subscription)
  return presentSubscription(account, subscription)
}

function listInvoices(account: StripeAccount, query: URLSearchParams): Invoice[] {
  const customerId = query.get('customer') ?? ''
  account.customer(customerId)
  const status = query.get('status')
  return [...account.invoices.values()]
    .filter((invoice) => invoice.customer === customerId && (status === null || invoice.status === status))
    .toReversed()
    .slice(0, Number(query.get('limit') ?? 10))
}

function previewInvoice(account: StripeAccount, form: Form): object {
  const subscription = account.subscription(textOf(form, 'subscription') ?? '')
  const details = partOf(form, 'subscription_details')
  const price = account.price(textOf(listOf(details, 'items')[0], 'price') ?? '')
  const atS = Number(textOf(details, 'proration_date') ?? account.nowS())
  const lines = account.prorations(subscription, price, atS)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const data = lines.map((line) => ({ ...line, invoice: null }))
  return {
    id: account.newId('upcoming_in'),
    object: 'invoice',
    customer: subscription.customer,
    currency: price.currency,
    total,
    amount_due: Math.max(0, total),
    status: 'draft',
    lines: { object: 'list', data, has_more: false, url: '/v1/invoices/upcoming/lines' },
  }
}

function createCheckout(account: StripeAccount, form: Form): object {
  const customer = account.customer(textOf(form, 'customer') ?? '')
  if (textOf(form, 'mode') !== 'subscription') throw wrong('This double sells subscriptions alone.', 'mode')
  const price = account.price(textOf(listOf(form, 'line_items')[0], 'price') ?? '')
  const id = account.newId('cs_test')
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    created: account.nowS(),
    mode: 'subscription',
    metadata: wordsOf(form, 'metadata'),
    client_reference_id: textOf(form, 'client_reference_id') ?? null,
    customer: customer.id,
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    success_url: textOf(form, 'success_url') ?? '',
    cancel_url: textOf(form, 'cancel_url') ?? '',
    url: account.url(`/pay/${id}`),
    price: price.id,
    subscriptionMetadata: wordsOf(partOf(form, 'subscription_data'), 'metadata'),
  }
  account.checkouts.set(id, session)
  return presentCheckout(session)
}

export function presentCheckout({ price: _price, subscriptionMetadata: _more, ...told }: CheckoutSession): object {
  return told
}

function createPortal(account: StripeAccount, form: Form): object {
  const customer = account.customer(textOf(form, 'customer') ?? '')
  const flow = partOf(form, 'flow_data')
  if (textOf(flow, 'type') !== 'payment_method_update')
    throw wrong('This double changes payment methods alone.', 'flow_data')
  const after = partOf(partOf(flow, 'after_completion'), 'redirect')
  const id = account.newId('bps')
  const session = {
    id,
    object: 'billing_portal.session' as const,
    created: account.nowS(),
    customer: customer.id,
    return_url: textOf(after, 'return_url') ?? textOf(form, 'return_url') ?? '',
    url: account.url(`/portal/${id}`),
  }
  account.portals.set(id, session)
  return session
}
