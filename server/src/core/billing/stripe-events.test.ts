import * as billing from '@leadlight/contract/billing'
import * as contract from '@leadlight/contract/organization'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDice } from '@leadlight/engine/testing/dice'
import type { StripeDouble } from '@leadlight/testing/doubles/stripe/stripe-double'
import { liveOnce } from '@leadlight/testing/stripe-lives'
import { customerOf, deliver, openStripeFixture, spend, type StripeFixture } from '@leadlight/testing/stripe-fixture'
import type { TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { until } from '@leadlight/testing/until'
import { syncJob } from './sync-subscription.ts'

let app: TestApp
let stripe: StripeDouble
let fixture: StripeFixture
beforeAll(async () => {
  fixture = await openStripeFixture()
  ;({ app, stripe } = fixture)
})
afterAll(() => fixture.close())

const credits = async (organization: TestOrganization) => (await organization.call(contract.getCredits)).credit_balance

/** How many reads of the organization's state at the provider were queued or done. */
async function allLooked(): Promise<boolean> {
  return (await app.database.pool.query('select from job where name = $1', [syncJob.name])).rows.length === 0
}

describe('a Stripe event', () => {
  const about = (organization: TestOrganization) => ({
    id: `evt_${organization.organizationId}`,
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { object: 'subscription', customer: customerOf(fixture, organization) } },
  })

  test('with a current signature is accepted, and the state is read', async () => {
    const organization = await app.organization()
    const { checkout_url: url } = await organization.call(billing.updateSubscription, { body: { plan_id: 'starter' } })
    stripe.pay(url!)
    expect((await deliver(fixture, about(organization))).status).toBe(200)
    await until(async () => (await organization.call(contract.getSubscription)) !== null)
    await until(async () => (await credits(organization)) === 3100)
  })

  test('that is repeated or changes no plan causes no read', async () => {
    const organization = await app.organization()
    await organization.call(billing.updateSubscription, { body: { plan_id: 'starter' } })
    const event = about(organization)
    const enqueue = vi.spyOn(app.dependencies.jobs, 'enqueue')
    await deliver(fixture, event)
    const looks = () => enqueue.mock.calls.filter(([, { name }]) => name === syncJob.name).length
    expect(looks()).toBe(1)
    await until(allLooked)
    expect((await deliver(fixture, event)).status).toBe(200)
    const other = { ...event, id: `${event.id}_other`, type: 'product.updated' }
    expect((await deliver(fixture, other)).status).toBe(200)
    expect(looks()).toBe(1)
  })

  test.each([
    { why: 'signed by somebody else', how: { secret: 'whsec_of_somebody_else' } },
    { why: 'older than five minutes', how: { at: new Date('2026-11-02T08:54:59Z') } },
    { why: 'from the future', how: { at: new Date('2026-11-02T09:05:01Z') } },
  ])('$why is refused and changes nothing', async ({ how }) => {
    const reply = await deliver(
      fixture,
      { id: 'evt_forged', object: 'event', type: 'customer.deleted', data: { object: {} } },
      how,
    )
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'signature_invalid' })
  })

  test('with a changed body or no signature is refused', async () => {
    const { body, headers } = stripe.sign({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } })
    const changed = await app.app.hono.request(billing.receiveStripeEvent.path, {
      method: 'POST',
      body: body.replace('evt_1', 'evt_2'),
      headers,
    })
    const bare = await app.app.hono.request(billing.receiveStripeEvent.path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([changed.status, bare.status]).toEqual([400, 400])
  })

  test('of an unknown customer is accepted and ignored', async () => {
    const data = { object: { object: 'customer', id: 'cus_of_another_shop' } }
    expect((await deliver(fixture, { id: 'evt_other', object: 'event', type: 'customer.updated', data })).status).toBe(
      200,
    )
  })
})

test('a customer’s events lead to the same end in any order, doubled, stale or forged', async () => {
  const dice = createDice('events in any order')
  const ends = new Set<string>()
  for (let life = 0; life < 12; life += 1) ends.add(await liveOnce(fixture, dice))
  expect([...ends]).toHaveLength(1)
  expect([...ends][0]).toContain('"plan_id":"team"')
})

test('every admin is told of a crossed mark once, and again only after credits were added', async () => {
  const organization = await app.organization()
  const other = await organization.member('ADMIN')
  await organization.member('MEMBER')
  const told = () =>
    app.mails.filter(({ to, subject }) => [organization.email, other.email].includes(to) && /credits/.test(subject))
  await spend(fixture, organization, { key: 'a', amount: 70_000 })
  expect(told()).toEqual([])
  await spend(fixture, organization, { key: 'b', amount: 10_000 })
  await until(() => told().length === 2)
  await spend(fixture, organization, { key: 'c', amount: 5_000 })
  await spend(fixture, organization, { key: 'd', amount: 15_000 })
  await until(() => told().length === 4)
  expect(
    told()
      .map(({ subject }) => /run low|are used up/.exec(subject)?.[0])
      .toSorted((a = '', b = '') => a.localeCompare(b)),
  ).toEqual(['are used up', 'are used up', 'run low', 'run low'])
  expect(await organization.call(contract.getCredits)).toMatchObject({ credit_balance: 0, level: 'empty' })
})
