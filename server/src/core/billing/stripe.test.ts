import * as billing from '@leadlight/contract/billing'
import * as contract from '@leadlight/contract/organization'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import type { StripeDouble } from '@leadlight/testing/doubles/stripe/stripe-double'
import {
  customerOf as customerIn,
  openStripeFixture,
  spend,
  START,
  subscribe,
  type StripeFixture,
} from '@leadlight/testing/stripe-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'

let app: TestApp
let stripe: StripeDouble
let fixture: StripeFixture
beforeAll(async () => {
  fixture = await openStripeFixture()
  ;({ app, stripe } = fixture)
})
afterEach(() => app.clock.set(START))
afterAll(() => fixture.close())

const credits = async (organization: TestOrganization) => (await organization.call(contract.getCredits)).credit_balance

const customerOf = (organization: TestOrganization) => customerIn(fixture, organization)

const entries = async (organization: TestOrganization) =>
  (await organization.call(billing.listLedger)).items.map(({ kind, credits: amount }) => `${kind} ${amount}`)

describe('a new organization', () => {
  test('has a trial of 100 credits, no subscription, and plans to choose from', async () => {
    const organization = await app.organization()
    expect(await organization.call(contract.getSubscription)).toBeNull()
    expect(await organization.call(contract.getCredits)).toMatchObject({
      credit_balance: 100,
      monthly_credits: 100,
      next_grant_at: null,
      expiring: null,
      level: 'fine',
    })
    const plans = await organization.call(billing.listSubscriptionPlans)
    expect(plans[0]).toEqual({ id: 'starter', name: 'Starter', price: 2900, currency: 'usd', monthly_credits: 3000 })
  })

  test('pays at a checkout, and has its plan and its credits once it is paid', async () => {
    const organization = await app.organization()
    const { checkout_url: url, subscription } = await organization.call(billing.updateSubscription, {
      body: { plan_id: 'team' },
    })
    expect(subscription).toBeNull()
    expect(await organization.call(billing.refreshSubscription)).toBeNull()

    stripe.pay(url!)
    expect(await organization.call(billing.refreshSubscription)).toEqual({
      plan_id: 'team',
      plan_name: 'Team',
      kind: 'plan',
      status: 'active',
      price: 7900,
      currency: 'usd',
      cancel_at_period_end: false,
      monthly_credits: 10_000,
      current_period_start: '2026-11-02T09:00:00.000Z',
      current_period_end: '2026-12-02T09:00:00.000Z',
    })
    expect(await organization.call(contract.getCredits)).toMatchObject({
      credit_balance: 10_100,
      monthly_credits: 10_000,
      next_grant_at: '2026-12-02T09:00:00.000Z',
      expiring: { credits: 10_000, at: '2026-12-02T09:00:00.000Z' },
    })
  })

  test('can pay only for the plan it chose last: the checkout of another one has ended', async () => {
    const organization = await app.organization()
    const choose = (plan: string) => organization.call(billing.updateSubscription, { body: { plan_id: plan } })
    await choose('starter')
    const { checkout_url: url } = await choose('team')
    const checkouts = [...stripe.account.checkouts.values()].filter(
      ({ customer }) => customer === customerOf(organization),
    )
    expect(checkouts.map(({ status }) => status)).toEqual(['expired', 'open'])
    expect(checkouts[1]?.url).toBe(url)
    expect((await choose('team')).checkout_url).toBe(url)
  })

  test('has one customer, one open checkout and one subscription, however often it asks at once', async () => {
    const organization = await app.organization()
    const asked = Array.from({ length: 10 }, () =>
      organization.call(billing.updateSubscription, { body: { plan_id: 'starter' } }),
    )
    await Promise.allSettled(asked)
    const { checkout_url: url } = await organization.call(billing.updateSubscription, { body: { plan_id: 'starter' } })

    const id = customerOf(organization)
    const customers = [...stripe.account.customers.values()].filter(
      ({ metadata }) => metadata.organization_id === organization.organizationId,
    )
    expect(customers).toHaveLength(1)
    stripe.pay(url!)
    for (const session of stripe.account.checkouts.values()) {
      if (session.customer === id && session.status === 'open') session.status = 'expired'
    }
    await organization.call(billing.refreshSubscription)
    const again = await organization.request('POST', billing.updateSubscription.path, { body: { plan_id: 'starter' } })
    expect(again.problem()).toMatchObject({ status: 409, code: 'plan_is_current' })
  })
})

describe('a subscription', () => {
  test('is canceled, resumed, and canceled to its end', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    expect(await organization.call(billing.cancelSubscription)).toMatchObject({ cancel_at_period_end: true })
    expect(await organization.call(contract.getSubscription)).toMatchObject({ cancel_at_period_end: true })
    expect(await organization.call(contract.getCredits)).toMatchObject({ next_grant_at: null })
    expect(await organization.call(billing.resumeSubscription)).toMatchObject({ cancel_at_period_end: false })

    await organization.call(billing.cancelSubscription)
    await app.clock.set('2026-12-02T09:00:01Z')
    expect(await organization.call(contract.getSubscription)).toBeNull()
    expect(await credits(organization)).toBe(100)
    expect(await organization.call(billing.refreshSubscription)).toBeNull()
    expect(await entries(organization)).toEqual(['expiry -3000', 'grant 3000', 'grant 100'])
  })

  test('that ends on a day set at the provider continues when it is resumed', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    const found = [...stripe.account.subscriptions.values()].find(
      ({ customer }) => customer === customerOf(organization),
    )!
    found.cancel_at = found.items.data[0]!.current_period_end
    expect(await organization.call(billing.refreshSubscription)).toMatchObject({ cancel_at_period_end: true })
    expect(await organization.call(billing.resumeSubscription)).toMatchObject({ cancel_at_period_end: false })
    expect(found.cancel_at).toBeNull()
  })

  test('renews: the rest of the period ends, the rest of the trial stays, and the next period begins in full', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    await spend(fixture, organization, { key: 'work', amount: 500_000 })
    await app.clock.set('2026-12-02T09:00:01Z')
    await organization.call(billing.refreshSubscription)

    expect(await credits(organization)).toBe(3100)
    expect(await entries(organization)).toEqual([
      'grant 3000',
      'expiry -2500',
      'charge -500',
      'release 500',
      'hold -500',
      'grant 3000',
      'grant 100',
    ])
  })

  test('changes to a dearer plan for what the preview said, and to a cheaper one from the next period on', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    await app.clock.set('2026-11-17T09:00:00Z')
    const preview = await organization.call(billing.previewSubscription, { body: { plan_id: 'team' } })
    expect(preview).toMatchObject({ amount_due: 2500, credits: 3500, next_period_at: '2026-12-02T09:00:00.000Z' })

    await app.clock.set('2026-11-17T09:10:00Z')
    const body = { plan_id: 'team', proration_at: preview.proration_at }
    const { subscription } = await organization.call(billing.updateSubscription, { body })
    expect(subscription).toMatchObject({ plan_id: 'team', price: 7900 })
    expect(await credits(organization)).toBe(100 + 3000 + 3500)
    const paid = [...stripe.account.invoices.values()].filter(({ customer }) => customer === customerOf(organization))
    expect(paid.map(({ total }) => total)).toEqual([2900, 2500])

    const down = await organization.call(billing.previewSubscription, { body: { plan_id: 'starter' } })
    expect(down).toMatchObject({ amount_due: 0, credits: 0 })
    await organization.call(billing.updateSubscription, { body: { plan_id: 'starter' } })
    expect(await credits(organization)).toBe(6600)
    await app.clock.set('2026-12-02T09:00:01Z')
    await organization.call(billing.refreshSubscription)
    expect(await credits(organization)).toBe(3100)
  })

  test.each([
    ['within the hour', '2026-11-17T10:00:00.000Z', 2500],
    ['not after it', '2026-11-17T10:00:00.001Z', 2493],
  ])('that changes costs what was previewed %s', async (_, at, due) => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    await app.clock.set('2026-11-17T09:00:00Z')
    const preview = await organization.call(billing.previewSubscription, { body: { plan_id: 'team' } })
    await app.clock.set(at)
    const body = { plan_id: 'team', proration_at: preview.proration_at }
    await organization.call(billing.updateSubscription, { body })
    const paid = [...stripe.account.invoices.values()].filter(({ customer }) => customer === customerOf(organization))
    expect(paid.map(({ total }) => total)).toEqual([2900, due])
  })

  test('stays unchanged if the card is refused, and the answer says so', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    stripe.account.wallets.set(customerOf(organization), 'declines')
    const reply = await organization.request('POST', billing.updateSubscription.path, { body: { plan_id: 'scale' } })
    expect(reply.problem()).toMatchObject({ status: 402, code: 'card_declined' })
    expect(await organization.call(contract.getSubscription)).toMatchObject({ plan_id: 'starter', status: 'active' })
    expect(await credits(organization)).toBe(3100)
  })

  test('whose renewal is not paid brings no credits until it is', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    const customer = customerOf(organization)
    stripe.account.wallets.set(customer, 'declines')
    await app.clock.set('2026-12-02T09:00:01Z')
    expect(await organization.call(billing.refreshSubscription)).toMatchObject({ status: 'past_due' })
    expect(await credits(organization)).toBe(100)

    stripe.account.wallets.set(customer, 'pays')
    const open = [...stripe.account.invoices.values()].find(
      ({ customer: of, status }) => of === customer && status === 'open',
    )!
    stripe.account.charge(open)
    expect(await organization.call(billing.refreshSubscription)).toMatchObject({ status: 'active' })
    expect(await credits(organization)).toBe(3100)
  })

  test('shows its invoices, its card, and where to change it', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    const { url } = await organization.call(billing.updatePaymentMethod)
    await fetch(url, { method: 'POST', redirect: 'manual' })
    await organization.call(billing.refreshSubscription)

    const summary = await organization.call(billing.getBillingSummary)
    expect(summary).toMatchObject({
      billing: 'stripe',
      payment_method: { brand: 'visa', last4: '4444', exp_month: 8, exp_year: 2031 },
      invoices: [{ status: 'paid', total: 2900, currency: 'usd' }],
    })
    stripe.failNext({ kind: 'status', status: 503 }, 3)
    expect(await organization.call(billing.getBillingSummary)).toMatchObject({ invoices: null })
    stripe.recover()
  })

  test('ends at the provider with its organization', async () => {
    const organization = await app.organization()
    await subscribe(fixture, organization)
    const customer = customerOf(organization)
    const { name } = await organization.call(contract.getOrganization)
    await organization.call(contract.deleteOrganization, { body: { name } })

    await until(() => !stripe.account.customers.has(customer))
    const [subscription] = [...stripe.account.subscriptions.values()].filter((one) => one.customer === customer)
    expect(subscription?.status).toBe('canceled')
  })
})

describe('a plan made for one organization', () => {
  const plan = { name: 'Made for you', price: 100_000, currency: 'eur', monthly_credits: 50_000 }

  test('is given by a super admin of another organization, and is paid by invoice', async () => {
    const organization = await app.organization()
    const project = await organization.project()
    const operator = await (await organization.foreign()).member('SUPER_ADMIN')
    const request = { params: { id: project.id }, body: plan }
    const given = await operator.call(billing.createCustomSubscription, request)
    expect(given).toMatchObject({ kind: 'custom', plan_name: 'Made for you', price: 100_000, currency: 'eur' })
    expect(await credits(organization)).toBe(100)

    const [invoice] = [...stripe.account.invoices.values()].filter(
      ({ customer }) => customer === customerOf(organization),
    )
    stripe.account.pay(invoice!)
    await organization.call(billing.refreshSubscription)
    expect(await credits(organization)).toBe(50_100)
    const reply = await organization.request('POST', billing.updateSubscription.path, { body: { plan_id: 'starter' } })
    expect(reply.problem()).toMatchObject({ status: 409, code: 'plan_is_custom' })
  })

  test('says what the payment provider does not take of it, and changes nothing', async () => {
    const organization = await app.organization()
    const { id } = await organization.project()
    const operator = await (await organization.foreign()).member('SUPER_ADMIN')
    const give = async (body: object) =>
      (await operator.request('POST', `/api/v1/project/${id}/create-custom-subscription`, { body })).problem()
    expect(await give({ ...plan, currency: 'xyz' })).toMatchObject({
      status: 422,
      code: 'plan_refused',
      detail: 'The payment provider does not take this plan: Invalid currency: xyz.',
      errors: [{ path: 'body.currency' }],
    })
    expect(await organization.call(contract.getSubscription)).toBeNull()

    await operator.call(billing.createCustomSubscription, { params: { id }, body: plan })
    expect(await give({ ...plan, name: 'Another', currency: 'usd' })).toMatchObject({
      status: 422,
      code: 'plan_refused',
      detail: 'The organization pays in EUR, and a subscription keeps its currency.',
    })
    expect(await organization.call(contract.getSubscription)).toMatchObject({ plan_name: 'Made for you' })
  })

  test('is for super admins alone, and for existing projects', async () => {
    const organization = await app.organization()
    const { id } = await organization.project()
    const path = (project: string) => `/api/v1/project/${project}/create-custom-subscription`
    expect((await organization.request('POST', path(id), { body: plan })).status).toBe(403)
    const operator = await organization.member('SUPER_ADMIN')
    const reply = await operator.request('POST', path(organization.organizationId), { body: plan })
    expect(reply.problem()).toMatchObject({ status: 404, code: 'project_not_found' })
  })
})

describe('a failing provider', () => {
  test('changes nothing, is reported, and the same choice made again is one subscription', async () => {
    const organization = await app.organization()
    stripe.failNext({ kind: 'status', status: 500, body: '{"error":{"type":"api_error","message":"down"}}' }, 3)
    const options = { body: { plan_id: 'team' }, headers: { 'idempotency-key': 'choice-1' } }
    const reply = await organization.request('POST', billing.updateSubscription.path, options)
    expect(reply.problem()).toMatchObject({ status: 502, code: 'payment_provider_unavailable' })
    stripe.recover()
    const made = await organization.request('POST', billing.updateSubscription.path, options)
    expect(made.status).toBe(200)
    expect(made.body).toEqual((await organization.request('POST', billing.updateSubscription.path, options)).body)
    const other = { ...options, body: { plan_id: 'scale' } }
    expect((await organization.request('POST', billing.updateSubscription.path, other)).problem()).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
  })
})

test('nobody can read another organization’s customer', async () => {
  const organization = await app.organization()
  await subscribe(fixture, organization)
  const foreign = await organization.foreign()
  const seen = await app.db.transaction(organizationScope(foreign.organizationId), (tx) =>
    sql`select * from billing_account`.execute(tx),
  )
  expect(seen.rows).toEqual([])
  const reply = await foreign.request('GET', `/api/v1/subscription-plan?organization_id=${organization.organizationId}`)
  expect(reply.problem()).toMatchObject({ status: 404, code: 'organization_not_found' })
})
