import type { Answer } from '../double-server.ts'
import type { StripeAccount } from './account.ts'
import { presentCheckout } from './routes.ts'

/** The pages on which customers pay and change their cards: one button each, without Stripe's looks. */
export function answerPage(account: StripeAccount, method: string, path: string): Answer | undefined {
  const [, place = '', id = ''] = path.split('/')
  if (place === 'pay') return method === 'POST' ? payCheckout(account, id) : showCheckout(account, id)
  if (place === 'portal') return method === 'POST' ? changeCard(account, id) : showPortal(account, id)
  const invoice = place === 'invoices' ? account.invoices.get(id.replace(/\.pdf$/, '')) : undefined
  return invoice && html('An invoice', `<p>${invoice.number ?? ''}: ${invoice.total / 100} ${invoice.currency}</p>`)
}

function showCheckout(account: StripeAccount, id: string): Answer {
  const session = account.checkouts.get(id)
  if (session?.status !== 'open') return html('Nothing to pay', '<p>This checkout is no longer open.</p>', 404)
  const price = account.price(session.price)
  const amount = `${(price.unit_amount / 100).toFixed(2)} ${price.currency.toUpperCase()}`
  return html(
    'Subscribe',
    `<p>${escaped(price.nickname ?? price.id)}: ${amount} a month</p>
    <form method="post"><button>Pay and subscribe</button></form>
    <p><a href="${escaped(session.cancel_url)}">Back</a></p>`,
  )
}

/** Pays an open checkout, and returns where its shop wants the customer next. */
export function payCheckout(account: StripeAccount, id: string): Answer {
  const session = account.checkouts.get(id)
  if (session?.status !== 'open') return html('Nothing to pay', '<p>This checkout is no longer open.</p>', 404)
  if (account.wallets.get(session.customer) === 'declines') {
    return html('Declined', '<p>Your card was declined.</p><form method="post"><button>Try again</button></form>', 402)
  }
  const card = account.giveCard(session.customer)
  const more = { method: card.id, metadata: session.subscriptionMetadata }
  const subscription = account.subscribe(session.customer, session.price, more)
  Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null })
  account.emit('checkout.session.completed', presentCheckout(session))
  return goTo(session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id))
}

function showPortal(account: StripeAccount, id: string): Answer {
  if (!account.portals.has(id)) return html('Not found', '<p>There is no such page.</p>', 404)
  return html('Payment method', '<form method="post"><button>Save the card ending in 4444</button></form>')
}

function changeCard(account: StripeAccount, id: string): Answer {
  const session = account.portals.get(id)
  if (!session) return html('Not found', '<p>There is no such page.</p>', 404)
  const card = account.giveCard(session.customer, '4444')
  for (const subscription of account.subscriptions.values()) {
    if (subscription.customer === session.customer) subscription.default_payment_method = card.id
  }
  account.emit('customer.updated', account.customer(session.customer))
  return goTo(session.return_url)
}

function html(title: string, body: string, status = 200): Answer {
  const page = `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }
}

function goTo(location: string): Answer {
  return { status: 303, headers: { location }, body: '' }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
