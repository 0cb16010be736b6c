import { createHmac } from 'node:crypto'
import type { Clock } from '@leadlight/server/platform/clock'
import { record } from '../../record.ts'
import { json, startDouble, type Answer, type Double, type Question } from '../double-server.ts'
import { StripeAccount } from './account.ts'
import { API_VERSION } from './api-version.ts'
import { readForm } from './form.ts'
import { Refusal, type StripeEvent } from './objects.ts'
import { answerPage, payCheckout } from './pages.ts'
import { answerCall } from './routes.ts'

const SECRET_KEY = 'sk_test_known_to_the_double_alone'
const WEBHOOK_SECRET = 'whsec_shared_with_the_double'
const PLANS = [
  {
    id: 'starter',
    name: 'Starter',
    price: 2900,
    currency: 'usd',
    monthly_credits: 3000,
    stripe_price: 'price_starter',
  },
  { id: 'team', name: 'Team', price: 7900, currency: 'usd', monthly_credits: 10_000, stripe_price: 'price_team' },
  { id: 'scale', name: 'Scale', price: 19_900, currency: 'usd', monthly_credits: 30_000, stripe_price: 'price_scale' },
]
const DELIVERIES_MAX = 5
const AGAIN_MS = 500

export interface StripeDouble extends Double {
  /** The environment the product needs to use it. */
  environment: Record<string, string>
  account: StripeAccount
  /** The last ten thousand events, oldest first, whether or not they were delivered. */
  events: readonly StripeEvent[]
  /** What a delivery of the event carries, signed now or at another time, or by somebody else. */
  sign(event: object, how?: { at?: Date; secret?: string }): { body: string; headers: Record<string, string> }
  /** Pays an open checkout by its address, as on its page. */
  pay(url: string): void
  /** From now on events are delivered there as they happen. */
  deliverTo(url: string): void
  /** Resolves once all events so far were delivered. */
  delivered(): Promise<void>
  /** Deletes its customers with all that is theirs, and its events, so that hours of newcomers fill no memory. */
  deleteCustomers(): void
}

export interface StripeDoubleOptions {
  clock: Clock
  port?: number
  /** Where events are delivered as they happen; undefined keeps them for delivery by hand. */
  webhookUrl?: string | undefined
}

interface Kept {
  fingerprint: string
  answer: Answer
}

/**
 * Stripe as a shop sees it: customers, prices, subscriptions with periods per item, invoices, checkouts, the portal,
 * idempotency keys and signed events. It keeps its state, charges by the clock, and refuses what Stripe refuses.
 */
export async function startStripeDouble({ clock, port = 0, ...options }: StripeDoubleOptions): Promise<StripeDouble> {
  let { webhookUrl } = options
  const events: StripeEvent[] = []
  const kept = new Map<string, Kept>()
  let delivering = Promise.resolve()
  const onEvent = (event: StripeEvent) => {
    record(events, event)
    const target = webhookUrl
    if (target !== undefined) delivering = delivering.then(() => deliver(target, event))
  }
  const account: StripeAccount = new StripeAccount({ now: () => clock.now(), url: () => double.url, onEvent })
  const double = await startDouble((question) => answer(question), { port })
  for (const { id, name, price, currency, stripe_price: priceId } of PLANS) {
    account.addPrice({ id: priceId, currency, unit_amount: price, nickname: name, metadata: { plan: id }, name })
  }

  function answer(question: Question): Answer {
    account.turn()
    const { method, url, headers } = question
    const shown = answerPage(account, method, url.pathname)
    if (shown) return shown
    if (headers.authorization !== `Bearer ${SECRET_KEY}`) return refused(unauthorized())
    if (headers['stripe-version'] !== API_VERSION) return refused(otherVersion(headers['stripe-version']))
    const key = method === 'POST' ? headers['idempotency-key'] : undefined
    return typeof key === 'string' ? answerOnce(question, key) : answerAnew(question)
  }

  /** A repeated key gets its first answer; Stripe refuses it for another call. Server errors are not kept. */
  function answerOnce(question: Question, key: string): Answer {
    const fingerprint = `${question.method} ${question.url.pathname} ${question.body}`
    const before = kept.get(key)
    if (before?.fingerprint === fingerprint) return before.answer
    if (before) return refused(otherCall(key))
    const made = answerAnew(question)
    kept.set(key, { fingerprint, answer: made })
    return made
  }

  function answerAnew({ method, url, body }: Question): Answer {
    try {
      return json(answerCall(account, { method, path: url.pathname, query: url.searchParams, form: readForm(body) }))
    } catch (error) {
      if (error instanceof Refusal) return refused(error)
      throw error
    }
  }

  function sign(event: object, { at = clock.now(), secret = WEBHOOK_SECRET } = {}) {
    const body = JSON.stringify(event)
    const t = Math.floor(at.getTime() / 1000)
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${t},v1=${v1}` }
    return { body, headers }
  }

  async function deliver(target: string, event: StripeEvent): Promise<void> {
    for (let tried = 1; tried <= DELIVERIES_MAX; tried += 1) {
      const reply = await fetch(target, { method: 'POST', ...sign(event) }).catch(() => undefined)
      if (reply?.ok) return
      await clock.sleep(AGAIN_MS)
    }
  }

  return {
    ...double,
    account,
    events,
    sign,
    pay(url) {
      const paid = payCheckout(account, url.split('/').at(-1) ?? '')
      if (paid.status !== 303) throw new Error(`The checkout at ${url} could not be paid.`)
    },
    deliverTo(url) {
      webhookUrl = url
    },
    delivered: () => delivering,
    deleteCustomers() {
      const { customers, subscriptions, invoices, methods, checkouts, portals, wallets } = account
      for (const all of [customers, subscriptions, invoices, methods, checkouts, portals, wallets, kept]) all.clear()
      events.length = 0
    },
    environment: {
      BILLING: 'stripe',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: double.url,
      PLANS: JSON.stringify(PLANS),
    },
  }
}

function refused({ status, body }: Refusal): Answer {
  return json(body, status)
}

function unauthorized(): Refusal {
  return new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' })
}

function otherVersion(version: unknown): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    message: `This double speaks ${API_VERSION}, not ${String(version)}.`,
  })
}

function otherCall(key: string): Refusal {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with: '${key}'.`
  return new Refusal(400, { type: 'idempotency_error', message })
}
