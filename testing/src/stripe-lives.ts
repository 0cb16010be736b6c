import * as billing from '@leadlight/contract/billing'
import { getCredits, getSubscription } from '@leadlight/contract/organization'
import { createBilling } from '@leadlight/server/core/billing/billing-dependencies'
import { syncSubscription } from '@leadlight/server/core/billing/sync-subscription'
import type { Dice } from '@leadlight/engine/testing/dice'
import type { StripeEvent, Subscription } from './doubles/stripe/objects.ts'
import { customerOf, deliver, START, type StripeFixture } from './stripe-fixture.ts'

/**
 * Lives once through a customer's months: pays, grows, cannot pay, pays late, cancels and changes their mind. After
 * each step any of the events so far are delivered, in any order, some twice, some forged or stale; at last all of
 * them. Resolves with the final state, which is the same for every order.
 */
export async function liveOnce(fixture: StripeFixture, dice: Dice): Promise<string> {
  const { app, stripe } = fixture
  const deps = createBilling(app.dependencies)
  const organization = await app.organization()
  const { organizationId } = organization
  const first = stripe.events.length
  const { checkout_url: url } = await organization.call(billing.updateSubscription, { body: { plan_id: 'starter' } })
  const customer = customerOf(fixture, organization)
  const happened = () => stripe.events.slice(first).filter(({ data }) => isOf(data.object, customer))

  for (const step of stepsOf(fixture, url ?? '', customer)) {
    await step()
    for (const event of shuffled(happened(), dice)) {
      if (dice.share() < 0.5) await mishear(fixture, event, dice)
      if (dice.share() < 0.1) await syncSubscription(deps, organizationId)
    }
  }
  for (const event of shuffled([...happened(), ...happened()], dice)) await deliver(fixture, event)
  await syncSubscription(deps, organizationId)
  const subscription = await organization.call(getSubscription)
  const credits = await organization.call(getCredits)
  const { items } = await organization.call(billing.listLedger)
  await app.clock.set(START)
  const grants = items
    .filter(({ kind }) => kind === 'grant')
    .map(({ what, credits }) => `${what.split(',')[0]} ${credits}`)
  const expired = items.filter(({ kind }) => kind === 'expiry').reduce((sum, { credits }) => sum + credits, 0)
  return JSON.stringify({ subscription, credits, grants: grants.toSorted((a, b) => a.localeCompare(b)), expired })
}

async function mishear(fixture: StripeFixture, event: StripeEvent, dice: Dice): Promise<void> {
  const kind = dice.share()
  if (kind < 0.15) await deliver(fixture, { ...event, type: 'customer.deleted' }, { secret: 'whsec_of_somebody_else' })
  else if (kind < 0.3) await deliver(fixture, event, { at: new Date(fixture.app.clock.now().getTime() - 600_000) })
  else await deliver(fixture, event)
}

function stepsOf({ app, stripe }: StripeFixture, url: string, customer: string): (() => Promise<void> | void)[] {
  const { account } = stripe
  const subscription = (): Subscription => {
    const found = [...account.subscriptions.values()].find((one) => one.customer === customer)
    if (!found) throw new Error('There is no subscription yet.')
    return found
  }
  const setEnding = (ends: boolean) => {
    subscription().cancel_at_period_end = ends
    account.emit('customer.subscription.updated', subscription())
  }
  return [
    () => stripe.pay(url),
    async () => {
      await app.clock.set('2026-11-12T09:00:00Z')
      const price = account.price('price_team')
      account.change(subscription(), price, { isInvoicedNow: true, atS: account.nowS(), mustBePaid: false })
    },
    async () => {
      account.wallets.set(customer, 'declines')
      await app.clock.set('2026-12-02T09:00:01Z')
      account.turn()
    },
    async () => {
      account.wallets.set(customer, 'pays')
      await app.clock.set('2026-12-04T09:00:00Z')
      for (const invoice of account.invoices.values()) {
        if (invoice.customer === customer && invoice.status === 'open') account.charge(invoice)
      }
    },
    () => setEnding(true),
    () => setEnding(false),
  ]
}

function isOf(about: object, customer: string): boolean {
  return 'customer' in about && about.customer === customer
}

function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  return items
    .map((item) => ({ item, place: dice.share() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
