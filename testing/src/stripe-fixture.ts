import * as billing from '@leadlight/contract/billing'
import type { Subscription } from '@leadlight/contract/organization'
import { reserveCredits, settleReservation } from '@leadlight/server/core/billing/ledger'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { startStripeDouble, type StripeDouble } from './doubles/stripe/stripe-double.ts'
import { createManualClock } from './manual-clock.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'

/** When every test begins. */
export const START = '2026-11-02T09:00:00Z'

export interface StripeFixture {
  app: TestApp
  stripe: StripeDouble
  close(): Promise<void>
}

/** The app with plans for sale, and a Stripe that keeps its events for delivery by hand, on one clock. */
export async function openStripeFixture(environment: Record<string, string> = {}): Promise<StripeFixture> {
  const made: { app?: TestApp } = {}
  const before = createManualClock(START)
  const stripe = await startStripeDouble({ clock: { ...before, now: () => (made.app?.clock ?? before).now() } })
  const app = await startTestApp({ environment: { ...stripe.environment, SESSION_DAYS: '90', ...environment } })
  made.app = app
  return {
    app,
    stripe,
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}

/** Delivers an event as Stripe does, signed now and by Stripe by default. */
export function deliver(
  { app, stripe }: StripeFixture,
  event: object,
  how: Parameters<StripeDouble['sign']>[1] = {},
): Promise<Response> {
  const { path } = billing.receiveStripeEvent
  return Promise.resolve(app.app.hono.request(path, { method: 'POST', ...stripe.sign(event, how) }))
}

/** An organization's customer at Stripe. */
export function customerOf({ stripe }: StripeFixture, { organizationId }: TestOrganization): string {
  const customers = [...stripe.account.customers.values()]
  const found = customers.find(({ metadata }) => metadata.organization_id === organizationId)
  if (!found) throw new Error('The organization is nobody at Stripe yet.')
  return found.id
}

/** Chooses the plan, pays at the checkout and comes back. */
export async function subscribe(
  { stripe }: StripeFixture,
  organization: TestOrganization,
  planId = 'starter',
): Promise<Subscription | null> {
  const { checkout_url: url } = await organization.call(billing.updateSubscription, { body: { plan_id: planId } })
  if (url === null) throw new Error('There was nothing to pay.')
  stripe.pay(url)
  return organization.call(billing.refreshSubscription)
}

/** Spends so many thousandths, as a draft would. */
export function spend(
  { app }: StripeFixture,
  { organizationId }: TestOrganization,
  { key, amount }: { key: string; amount: number },
): Promise<number> {
  const { ledger } = app.dependencies
  const place = { projectId: null, signalId: null, accountId: null, role: null }
  return app.db.transaction(organizationScope(organizationId), async (tx) => {
    await reserveCredits(tx, ledger, organizationId, {
      key,
      amount,
      occasion: { what: 'A draft', work: 'draft', ...place },
    })
    return settleReservation(tx, ledger, organizationId, { key, used: amount })
  })
}
