import * as contract from '@leadlight/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { mintReceiver, offer } from '@leadlight/testing/offered-project'
import { acceptTransfer } from '@leadlight/contract/guests'
import { startWebhookFixture, type WebhookFixture } from '@leadlight/testing/webhook-fixture'
import { eraseMessages } from './erase-messages.ts'
import { cleanUpOld } from './register-jobs.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await startWebhookFixture()
})
afterEach(() => {
  fixture.receiver.recover()
  fixture.receiver.questions.length = 0
})
afterAll(() => fixture.close())

async function deliver(): Promise<void> {
  await fixture.deliverEvents()
  await fixture.send()
}

test('a webhook is listed without its secret, changed and removed', async () => {
  const { organization, params, projectId, secret, signalId } = await fixture.open({ name: 'Our CRM' })
  const [listed] = await organization.call(contract.listWebhooks, { params: { projectId } })
  expect(listed).toMatchObject({
    name: 'Our CRM',
    events: ['lead.created'],
    intent_signals: [],
    minimum_score: null,
    on: true,
    secret_hint: `…${secret.slice(0, -1).slice(-4)}`,
  })
  expect(JSON.stringify(listed)).not.toContain(secret.slice(6, 20))
  const body = { events: ['lead.updated', 'lead.created'] as const, intent_signals: [signalId], minimum_score: 50 }
  const changed = await organization.call(contract.updateWebhook, {
    params,
    body: { ...body, events: [...body.events] },
  })
  expect(changed).toMatchObject({ ...body, events: ['lead.created', 'lead.updated'], name: 'Our CRM' })
  const renamed = await organization.call(contract.updateWebhook, {
    params,
    body: { name: 'Theirs', url: listed!.url },
  })
  expect(renamed).toEqual({ ...changed, name: 'Theirs' })
  await organization.call(contract.deleteWebhook, { params })
  expect(await organization.call(contract.listWebhooks, { params: { projectId } })).toEqual([])
})

test('a webhook pointed elsewhere begins without its failures, and one only renamed keeps them', async () => {
  const site = await fixture.open({ events: ['lead.created', 'lead.updated'] })
  const { organization, params, projectId } = site
  fixture.receiver.failNext({ kind: 'status', status: 500 })
  await site.find({})
  await deliver()
  const list = () => organization.call(contract.listWebhooks, { params: { projectId } })
  const [failing] = await list()
  expect(failing).toMatchObject({ events: ['lead.created', 'lead.updated'], failing_since: expect.any(String) })
  await organization.call(contract.updateWebhook, { params, body: { url: failing!.url, name: 'Ours', on: true } })
  expect(await list()).toMatchObject([{ failing_since: failing!.failing_since }])
  await organization.call(contract.updateWebhook, { params, body: { url: `${fixture.receiver.url}/elsewhere` } })
  expect(await list()).toMatchObject([{ failing_since: null }])
})

test('the secret is stored only encrypted', async () => {
  const { organization, params, secret } = await fixture.open()
  await organization.call(contract.testWebhook, { params })
  await deliver()
  const told = secret.slice('whsec_'.length)
  expect(await findWords(await openUnfenced(fixture.app.database), told)).toEqual([])
  expect(JSON.stringify(fixture.app.log.lines)).not.toContain(told)
})

describe('an address is refused', () => {
  test.each([
    ['http://127.0.0.1/hook', /127\.0\.0\.1 .*Whoever runs this installation can allow it/],
    ['https://n8n.example.com:5678/', /Port 5678 .*Whoever runs this installation can allow it/],
    [`https://example.com/${'é'.repeat(400)}`, /too long/],
    ['http://[::ffff:169.254.169.254]/', /./],
    ['ftp://example.com/', /^(?!.*Whoever runs)/],
    ['https://user:pass@example.com/', /^(?!.*Whoever runs)/],
    ['https://', /not a web address\. Enter one that begins with https:\/\/\.$/],
  ])('%s', async (url, sentence) => {
    const { organization, projectId } = await fixture.open()
    const refused = await organization.request('POST', `/api/v1/webhooks/${projectId}`, { body: { url } })
    expect(refused.problem()).toMatchObject({
      status: 422,
      code: 'webhook_url_refused',
      errors: [{ path: 'body.url' }],
    })
    expect(refused.problem().detail).toMatch(sentence)
  })
})

test('a project has ten webhooks at most', async () => {
  const { organization, projectId } = await fixture.open()
  const add = () =>
    organization.request('POST', `/api/v1/webhooks/${projectId}`, { body: { url: `${fixture.receiver.url}/more` } })
  const added = await Promise.all(Array.from({ length: 12 }, add))
  expect(added.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(added.find(({ status }) => status === 409)?.problem()).toMatchObject({ code: 'webhook_limit_reached' })
})

test('another organization’s webhook gets the same answer as a missing one', async () => {
  const { params } = await fixture.open()
  const stranger = await fixture.open()
  const missing = { projectId: stranger.projectId, id: fixture.app.dependencies.newId() }
  const ways = [
    (ids: typeof params) => ['PUT', `/api/v1/webhooks/${ids.projectId}/${ids.id}`, { on: false }] as const,
    (ids: typeof params) => ['DELETE', `/api/v1/webhooks/${ids.projectId}/${ids.id}`, undefined] as const,
    (ids: typeof params) => ['POST', `/api/v1/webhooks/${ids.projectId}/${ids.id}/test`, undefined] as const,
    (ids: typeof params) => ['GET', `/api/v1/webhooks/${ids.projectId}/${ids.id}/deliveries`, undefined] as const,
  ]
  for (const way of ways) {
    const ask = async (ids: typeof params) => {
      const [method, path, body] = way(ids)
      const reply = await stranger.organization.request(method, path, body && { body })
      return { status: reply.status, code: reply.problem().code, detail: reply.problem().detail }
    }
    expect(await ask({ projectId: stranger.projectId, id: params.id })).toEqual(await ask(missing))
    expect(await ask({ projectId: stranger.projectId, id: params.id })).toMatchObject({ status: 404 })
  }
})

describe('a test', () => {
  test('is sent at once and answers its outcome', async () => {
    const { organization, params, secret, projectId } = await fixture.open()
    const sent = await organization.call(contract.testWebhook, { params })
    expect(sent).toMatchObject({
      event: 'webhook.test',
      state: 'delivered',
      tries: [{ status: 200, answer: 'thanks' }],
    })
    expect(fixture.received([secret])).toMatchObject([{ type: 'webhook.test', data: { project_id: projectId } }])
  })

  test('again with the same Idempotency-Key is not sent, and gets the first answer', async () => {
    const { organization, params, secret } = await fixture.open()
    const headers = { 'idempotency-key': 'tested' }
    const ask = () => organization.ask(contract.testWebhook, { params }, { headers })
    const sent = await ask()
    expect(await ask()).toMatchObject({ status: 200, body: sent.body })
    expect(fixture.received([secret])).toHaveLength(1)
    const missing = { params: { ...params, id: fixture.app.dependencies.newId() } }
    expect((await organization.ask(contract.testWebhook, missing, { headers })).problem().code).toBe(
      'webhook_not_found',
    )
  })

  test('that succeeds clears the webhook’s failures', async () => {
    const site = await fixture.open()
    fixture.receiver.failNext({ kind: 'status', status: 500 })
    await site.find({})
    await deliver()
    const { organization, params, projectId } = site
    const list = () => organization.call(contract.listWebhooks, { params: { projectId } })
    expect(await list()).toMatchObject([{ last_delivered_at: null, failing_since: expect.any(String) }])
    await organization.call(contract.testWebhook, { params })
    const now = fixture.app.clock.now().toISOString()
    expect(await list()).toMatchObject([{ last_delivered_at: now, failing_since: null, waiting: 1 }])
  })

  test('that fails is not retried, and leaves the webhook as it was', async () => {
    const { organization, params, projectId } = await fixture.open()
    fixture.receiver.failNext({ kind: 'status', status: 410 })
    const sent = await organization.call(contract.testWebhook, { params })
    expect(sent).toMatchObject({ state: 'failed', next_try_at: null, tries: [{ status: 410 }] })
    const [webhook] = await organization.call(contract.listWebhooks, { params: { projectId } })
    expect(webhook).toMatchObject({ on: true, failing_since: null })
  })

  test.each([
    [302, /^The receiver wanted to send us elsewhere \(302\)\./],
    [410, /^The receiver said that it is gone for good \(410\)\.$/],
    [429, /^The receiver said that too much was sent \(429\)\.$/],
    [500, /^The receiver answered 500 instead of a status from 200 to 299\.$/],
  ])('answered with %i says what that means', async (status, sentence) => {
    const { organization, params } = await fixture.open()
    fixture.receiver.failNext({ kind: 'status', status })
    const { tries } = await organization.call(contract.testWebhook, { params })
    expect(tries[0]?.error).toMatch(sentence)
  })

  test('of a webhook deleted meanwhile gets the same answer as of a missing one', async () => {
    const { organization, params } = await fixture.open()
    fixture.receiver.answer(async () => {
      await organization.call(contract.deleteWebhook, { params })
      return { body: 'too late' }
    })
    const asked = await organization.ask(contract.testWebhook, { params })
    fixture.receiver.answer({ body: 'thanks' })
    expect(asked.problem()).toMatchObject({ status: 404, code: 'webhook_not_found' })
  })

  test('is rate limited', async () => {
    const { organization, params } = await fixture.open()
    const path = `/api/v1/webhooks/${params.projectId}/${params.id}/test`
    for (let sent = 0; sent < 20; sent++) await organization.request('POST', path)
    expect((await organization.request('POST', path)).problem()).toMatchObject({ status: 429 })
  })
})

describe('deliveries', () => {
  test('are listed newest first, page by page, by state', async () => {
    const site = await fixture.open()
    const { organization, params } = site
    for (let count = 0; count < 5; count++) {
      await site.find({})
      await fixture.app.clock.advance(1000)
    }
    fixture.receiver.failNext({ kind: 'status', status: 500 }, 8)
    await deliver()
    const pages = []
    let cursor: string | undefined
    do {
      const query = { limit: '2', ...(cursor && { cursor }) }
      const page = await organization.call(contract.listWebhookDeliveries, { params, query })
      expect(page.total).toBe(5)
      pages.push(page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    const all = pages.flat()
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(all.map(({ id }) => id)).toEqual((await site.deliveries()).map(({ id }) => id))
    const waiting = await organization.call(contract.listWebhookDeliveries, { params, query: { state: 'waiting' } })
    expect(waiting.items).toHaveLength(all.filter(({ state }) => state === 'waiting').length)
    expect(waiting.total).toBeGreaterThan(0)
  })

  test('are sent again under the same message id', async () => {
    const site = await fixture.open()
    await site.find({})
    await deliver()
    const [first] = await site.deliveries()
    const asked = { params: { ...site.params, deliveryId: first!.id } }
    const headers = { 'idempotency-key': 'once-more' }
    const again = (await site.organization.ask(contract.replayWebhookDelivery, asked, { headers })).body as {
      id: string
    }
    await fixture.send()
    const told = await site.organization.ask(contract.replayWebhookDelivery, asked, { headers })
    expect(told).toMatchObject({ status: 202, body: { id: again.id, state: 'delivered' } })
    await fixture.send()
    expect(again).toMatchObject({ message_id: first?.message_id, body: first?.body })
    expect(fixture.received([site.secret]).map(({ id }) => id)).toEqual([first?.message_id, first?.message_id])
    expect(await site.deliveries()).toMatchObject([{ id: again.id, state: 'delivered' }, { state: 'delivered' }])
  })

  test('of a post that was deleted at its source lose their text, and are not sent again', async () => {
    const site = await fixture.open()
    const [leadId] = await site.find({ title: 'A post that goes', body: 'Words that are gone' })
    await deliver()
    await inOrganization(fixture.app, site, (tx) => eraseMessages(tx, site.organizationId, [leadId!]))
    const [delivery] = await site.deliveries()
    expect(delivery).toMatchObject({ body: null, tries: [{ answer: null }] })
    const path = `/api/v1/webhooks/${site.projectId}/${site.webhookId}/deliveries/${delivery?.id}/replay`
    expect((await site.organization.request('POST', path)).problem()).toMatchObject({ code: 'message_erased' })
    const kept = await findWords(await openUnfenced(fixture.app.database), 'Words that are gone')
    expect(kept.filter((table) => table.includes('webhook'))).toEqual([])
  })
})

test('deliveries are deleted after thirty days, and with their webhook', async () => {
  const site = await fixture.open()
  const seen = () =>
    inOrganization(fixture.app, site, async (tx) => {
      const { rows } =
        await sql`select (select count(*)::int from webhook_message) as messages, (select count(*)::int from webhook_try) as tries`.execute(
          tx,
        )
      return rows[0]
    })
  await site.find({})
  await deliver()
  expect(await seen()).toEqual({ messages: 1, tries: 1 })
  await fixture.app.clock.advance(31 * 24 * 3_600_000)
  await site.find({})
  await deliver()
  await cleanUpOld(fixture.webhooks, new AbortController().signal)
  expect(await seen()).toEqual({ messages: 1, tries: 1 })
  await site.organization.call(contract.deleteWebhook, { params: site.params })
  expect(await seen()).toEqual({ messages: 0, tries: 0 })
})

test('webhooks do not move along with their project', async () => {
  const site = await fixture.open()
  await site.find({})
  await deliver()
  const receiver = await mintReceiver(fixture.app)
  const transferId = await offer(site.organization, site.projectId, receiver.email)
  await receiver.call(acceptTransfer, { params: { id: transferId } })
  expect(await receiver.call(contract.listWebhooks, { params: { projectId: site.projectId } })).toEqual([])
})
