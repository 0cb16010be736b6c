import { createWebhook } from '@leadlight/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '../../core/events/announce.ts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { until } from '@leadlight/testing/until'
import { startWebhookFixture, type WebhookFixture } from '@leadlight/testing/webhook-fixture'
import { webhookSubscriber } from '../webhooks/queue-messages.ts'
import type { OutboxEvent } from './outbox-events.ts'
import { runOutbox } from './run-outbox.ts'
import { deliverEvents, type Subscriber } from './deliver-events.ts'
import type { ProjectIds } from '../../platform/actor.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await startWebhookFixture()
})
afterAll(() => fixture.close())

/** Notes the events it is given, and fails for one project. */
function outletThatFails(failing: string) {
  const told: (ProjectIds & { happenings: readonly OutboxEvent[] })[] = []
  const outlet: Subscriber = {
    queue(_tx, position, happenings) {
      if (position.projectId === failing) return Promise.reject(new Error('This project cannot be read.'))
      told.push({ ...position, happenings })
      return Promise.resolve()
    },
  }
  return { outlet, told }
}

test('a project that cannot be read delays no other', async () => {
  const sites = await Promise.all([fixture.open(), fixture.open(), fixture.open()])
  const [first, ...others] = sites.map(({ projectId }) => projectId).toSorted()
  for (const site of sites) await site.find({})
  const { outlet, told } = outletThatFails(first ?? '')
  await expect(deliverEvents({ db: fixture.app.db, subscribers: [outlet] })).rejects.toThrow(
    'Not all projects could be read.',
  )
  expect(told.map(({ projectId }) => projectId)).toEqual(others)
  // The events it missed are delivered once it can be read.
  const { outlet: mended, told: afterwards } = outletThatFails('none')
  await deliverEvents({ db: fixture.app.db, subscribers: [mended] })
  expect(afterwards).toMatchObject([{ projectId: first, happenings: [{ event: 'lead.created' }] }])
})

test('a project that cannot be read is left alone for a while, and others are delivered at once', async () => {
  const [failing, fine] = [await fixture.open(), await fixture.open()]
  const { outlet, told } = outletThatFails(failing.projectId)
  const { db, clock, log, dependencies } = fixture.app
  const telling = runOutbox({ db, clock, log, notices: dependencies.notices, subscribers: [outlet] })
  const failures = () => log.lines.filter(({ fields }) => fields['projectId'] === failing.projectId).length
  try {
    await failing.find({})
    await until(() => failures() === 1)
    for (const times of [1, 2, 3]) {
      await fine.find({})
      await until(() => told.length === times)
    }
    expect(failures()).toBe(1)
  } finally {
    await telling.stop()
  }
  await deliverEvents({ db, subscribers: [webhookSubscriber(fixture.webhooks)] })
})

test('thousands of leads that changed while nobody read are delivered to all of a project’s webhooks', async () => {
  const site = await fixture.open({ events: ['lead.updated'] })
  const { projectId, organizationId, organization } = site
  for (let n = 1; n < 10; n += 1) {
    const body = { url: `${fixture.receiver.url}/hook-${n}`, events: ['lead.updated' as const] }
    await organization.call(createWebhook, { params: { projectId }, body })
  }
  const ids = await site.find(...Array.from({ length: 100 }, () => ({})))
  const payload = { type: 'changed' as const, what: 'leads' as const, lead_ids: ids, origin: null }
  for (let times = 0; times < 10; times += 1) {
    await inOrganization(fixture.app, site, (tx) =>
      announce(tx, organizationId, { projectId, payload, now: fixture.app.clock.now() }),
    )
  }
  await fixture.deliverEvents()
  const { rows } = await inOrganization(fixture.app, site, async (tx) => ({
    rows: await tx.selectFrom('webhook_delivery').select('id').where('organization_id', '=', organizationId).execute(),
  }))
  expect(rows).toHaveLength(10 * 10 * 100)
})
