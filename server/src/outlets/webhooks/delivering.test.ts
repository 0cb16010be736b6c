import { updateWebhook, listWebhooks, rotateWebhookSecret } from '@leadlight/contract/webhooks'
import { waitBeforeNextTry, WEBHOOK_TRIES_MAX } from '@leadlight/domain/webhooks'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { notifyAdmins } from '../../core/billing/credit-notices.ts'
import { announce } from '../../core/events/announce.ts'
import { eraseDeletedPosts } from '../../lifecycle/retention/erase-deleted-posts.ts'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { until } from '@leadlight/testing/until'
import { startWebhookFixture, type WebhookSite, type WebhookFixture } from '@leadlight/testing/webhook-fixture'

const HOUR_MS = 3_600_000

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await startWebhookFixture()
})
afterEach(() => {
  fixture.receiver.recover()
  fixture.receiver.answer({ status: 200, body: 'thanks' })
  fixture.receiver.questions.length = 0
})
afterAll(() => fixture.close())

async function deliver(): Promise<void> {
  await fixture.deliverEvents()
  await fixture.send()
}

async function webhookOf({ organization, projectId, webhookId }: WebhookSite) {
  const webhooks = await organization.call(listWebhooks, { params: { projectId } })
  return webhooks.find(({ id }) => id === webhookId)
}

test('a post deleted at its source is announced to open pages, and fails no webhook delivery', async () => {
  const site = await fixture.open({ events: ['lead.created', 'lead.updated'] })
  const [leadId] = await site.find({ title: 'Which bookkeeper?' })
  await deliver()
  const { rows } = await inOrganization(fixture.app, site, (tx) =>
    sql<{ post_id: string }>`select post_id from lead where id = ${leadId}`.execute(tx),
  )
  expect(await eraseDeletedPosts(retentionOf(fixture.app), 'hackernews', [rows[0]?.post_id ?? ''])).toBe(1)
  await deliver()
  const deliveries = await site.deliveries()
  expect(deliveries.map(({ event, state }) => [event, state])).toEqual([['lead.created', 'delivered']])
})

test('a new lead is sent with its evidence, signed with the webhook’s secret', async () => {
  const site = await fixture.open()
  const [leadId] = await site.find({
    title: 'Which bookkeeper?',
    body: 'I need a bookkeeper for my shop.',
    author: 'ada',
    score: 87,
    evidence: [{ kind: 'for', label: 'asks', start: 18, end: 37 }],
  })
  await deliver()
  const [told] = fixture.received([site.secret])
  expect(told).toMatchObject({
    type: 'lead.created',
    data: {
      project_id: site.projectId,
      lead: {
        id: leadId,
        leadlight_url: `https://leads.example.com/projects/${site.projectId}/posts/${leadId}`,
        title: 'Which bookkeeper?',
        text: 'I need a bookkeeper for my shop.',
        text_is_cut: false,
        author: 'ada',
        score: 87,
        level: 'strong',
        intent_signals: [{ id: site.signalId, evidence: [{ kind: 'for', quote: 'I need a bookkeeper' }] }],
      },
    },
  })
  const [delivery] = await site.deliveries()
  expect(delivery).toMatchObject({
    message_id: told?.id,
    event: 'lead.created',
    state: 'delivered',
    next_try_at: null,
    tries: [{ status: 200, error: null, answer: 'thanks' }],
  })
  expect(delivery?.body).toBe(fixture.receiver.questions[0]?.body)
})

test('a message stays below 20 KB however long the post is', async () => {
  const site = await fixture.open()
  await site.find({ title: 'x'.repeat(300), body: '\u{1F4A1}\u0001"\\'.repeat(20_000) })
  await deliver()
  const [question] = fixture.receiver.questions
  expect(Buffer.byteLength(question?.body ?? '')).toBeLessThan(20_000)
  expect(fixture.received([site.secret])[0]).toMatchObject({ data: { lead: { text_is_cut: true } } })
})

describe('a webhook is sent', () => {
  test('only its own events', async () => {
    const site = await fixture.open({ events: ['source.failing'] })
    await site.find({})
    await site.announce({ type: 'source', platform: 'feed', source: 'https://a.example', error: 'It answers 500.' })
    await site.announce({ type: 'source', platform: 'feed', source: 'https://a.example', error: null })
    await deliver()
    expect(fixture.received([site.secret])).toEqual([
      {
        id: expect.any(String) as string,
        type: 'source.failing',
        timestamp: fixture.app.clock.now().toISOString(),
        data: { project_id: site.projectId, platform: 'feed', source: 'https://a.example', error: 'It answers 500.' },
      },
    ])
  })

  test('leads of its minimum score or above, and of its signals', async () => {
    const site = await fixture.open({ minimum_score: 70 })
    const [, wanted] = await site.find({ score: 69 }, { score: 70 })
    await deliver()
    const ids = () => fixture.received([site.secret]).map(({ data }) => (data['lead'] as { id: string }).id)
    expect(ids()).toEqual([wanted])
    const body = { minimum_score: null, intent_signals: [site.signalId] }
    await site.organization.call(updateWebhook, { params: site.params, body })
    const [later] = await site.find({ score: 10 })
    await deliver()
    expect(ids()).toEqual([wanted, later])
  })

  test('nothing from before it was added, nor while it is off', async () => {
    const site = await fixture.open()
    await site.organization.call(updateWebhook, { params: site.params, body: { on: false } })
    await site.find({})
    await deliver()
    await site.organization.call(updateWebhook, { params: site.params, body: { on: true } })
    await deliver()
    expect(fixture.receiver.questions).toEqual([])
  })

  test('each event once, whatever the number of concurrent readers', async () => {
    const site = await fixture.open()
    const ids = await site.find({}, {}, {})
    await Promise.all([fixture.deliverEvents(), fixture.deliverEvents(), fixture.deliverEvents()])
    await fixture.send()
    expect(fixture.received([site.secret])).toHaveLength(ids.length)
  })

  test('nothing of a transaction that is rolled back', async () => {
    const site = await fixture.open()
    const now = fixture.app.clock.now()
    const payload = { type: 'source' as const, platform: 'feed', source: 'https://a.example', error: 'It answers 500.' }
    const takenBack = inOrganization(fixture.app, site, async (tx) => {
      await announce(tx, site.organizationId, { projectId: site.projectId, payload, now })
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    await deliver()
    expect(fixture.receiver.questions).toEqual([])
  })
})

describe('a receiver that fails', () => {
  test('is tried ten times over three days, under one id, and then the webhook is turned off and its creator told', async () => {
    const site = await fixture.open()
    fixture.receiver.answer({ status: 500, body: 'out of order' })
    await site.find({})
    await fixture.deliverEvents()
    const triedAt: number[] = []
    const startMs = fixture.app.clock.now().getTime()
    for (let passedMs = 0; passedMs < 120 * HOUR_MS;) {
      const before = fixture.receiver.questions.length
      await fixture.send()
      if (fixture.receiver.questions.length > before) triedAt.push(fixture.app.clock.now().getTime() - startMs)
      const next = (await site.deliveries())[0]?.next_try_at
      if (!next) break
      const waitMs = Date.parse(next) - fixture.app.clock.now().getTime()
      await fixture.app.clock.advance(waitMs)
      passedMs += waitMs
    }
    const waits = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0))
    const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000)
    expect(waits).toHaveLength(9)
    planned.forEach((wait, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(wait)
      expect(waits[index]).toBeLessThanOrEqual(wait * 1.1)
    })
    const told = fixture.received([site.secret])
    expect(new Set(told.map(({ id }) => id)).size).toBe(1)
    expect(new Set(fixture.receiver.questions.map(({ body }) => body)).size).toBe(1)
    expect(await webhookOf(site)).toMatchObject({ on: false, waiting: 0 })
    expect((await webhookOf(site))?.off_because).toMatch(
      /^Nothing was delivered for three days\. The receiver answered 500/,
    )
    const [delivery] = await site.deliveries()
    expect(delivery).toMatchObject({ state: 'failed', next_try_at: null })
    expect(delivery?.tries).toHaveLength(10)
    const mail = await until(() => fixture.app.mails.find(({ subject }) => subject.startsWith('A webhook of ')))
    expect(mail).toMatchObject({ to: site.organization.email })
    expect(mail.paragraphs.join(' ')).toContain('Nothing was delivered for three days.')
    expect(delivery?.tries[0]).toMatchObject({ status: 500, answer: 'out of order' })
  })

  test.each([
    ['refuses one message for three days and takes another meanwhile keeps its webhook', 'meanwhile', true],
    ['took something before, and nothing for three days since, loses its webhook', 'before', false],
  ] as const)('%s', async (_, when, isOn) => {
    const site = await fixture.open()
    const takeAnother = async () => {
      fixture.receiver.answer({ status: 200, body: 'thanks' })
      await site.find({})
      await deliver()
      await fixture.app.clock.advance(1_000)
    }
    if (when === 'before') await takeAnother()
    for (let tries = 1; tries <= WEBHOOK_TRIES_MAX; tries++) {
      // Before there is anything to send: the worker takes what is queued at once.
      fixture.receiver.answer({ status: 500, body: 'not this one' })
      if (tries === 1) await site.find({})
      if (tries === 1) await fixture.deliverEvents()
      await fixture.send()
      if (tries === 5 && when === 'meanwhile') await takeAnother()
      await fixture.app.clock.advance(waitBeforeNextTry(tries, 1) ?? 0)
    }
    expect((await site.deliveries()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed'])
    expect(await webhookOf(site)).toMatchObject({ on: isOn, waiting: 0 })
  })

  test('and recovers gets everything that waited', async () => {
    const site = await fixture.open()
    fixture.receiver.failNext({ kind: 'status', status: 503 }, 1)
    await site.find({}, {}, {})
    await deliver()
    await fixture.app.clock.advance(6_000)
    await fixture.send()
    const told = fixture.received([site.secret])
    expect(new Set(told.map(({ id }) => id)).size).toBe(3)
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(await webhookOf(site)).toMatchObject({ failing_since: null, waiting: 0 })
  })

  test.each([
    ['in seconds', () => '600'],
    ['by a date', () => new Date(fixture.app.clock.now().getTime() + 600_000).toUTCString()],
  ])('and asks for a rest %s is left alone for as long', async (_, retryAfter) => {
    const site = await fixture.open()
    // HTTP dates have no milliseconds.
    await fixture.app.clock.set(new Date(Math.ceil(fixture.app.clock.now().getTime() / 1000) * 1000))
    fixture.receiver.failNext({ kind: 'status', status: 429, headers: { 'retry-after': retryAfter() } })
    await site.find({})
    await deliver()
    await site.find({})
    await fixture.deliverEvents()
    await fixture.app.clock.advance(599_000)
    await fixture.send()
    expect(fixture.receiver.questions).toHaveLength(1)
    await fixture.app.clock.advance(2_000)
    await fixture.send()
    expect(fixture.receiver.questions).toHaveLength(3)
  })

  test('and says that it is gone is not called again', async () => {
    const site = await fixture.open()
    fixture.receiver.failNext({ kind: 'status', status: 410 })
    await site.find({})
    await deliver()
    const because = 'The receiver said that it is gone for good (410).'
    expect(await webhookOf(site)).toMatchObject({ on: false, off_because: because })
    await fixture.app.clock.advance(24 * HOUR_MS)
    await fixture.send()
    expect(fixture.receiver.questions).toHaveLength(1)
  })

  test.each([
    [{ kind: 'status', status: 302, headers: { location: 'http://169.254.169.254/' } }, /Redirects are not followed/],
    [{ kind: 'reset' }, /127\.0\.0\.1/],
  ] as const)('in another way is described in words: %j', async (fault, sentence) => {
    const site = await fixture.open()
    fixture.receiver.failNext(fault)
    await site.find({})
    await deliver()
    const [delivery] = await site.deliveries()
    expect(delivery).toMatchObject({ state: 'waiting' })
    expect(delivery?.tries[0]?.error).toMatch(sentence)
    expect(fixture.receiver.questions).toHaveLength(1)
    await site.organization.call(updateWebhook, { params: site.params, body: { on: false } })
  })
})

test('after a rotation both secrets verify for a day, and then only the new one', async () => {
  const site = await fixture.open()
  const { secret } = await site.organization.call(rotateWebhookSecret, { params: site.params })
  expect(secret).not.toBe(site.secret)
  await site.find({})
  await deliver()
  expect(fixture.received([site.secret])).toHaveLength(1)
  expect(fixture.received([secret])).toHaveLength(1)
  fixture.receiver.questions.length = 0
  await fixture.app.clock.advance(24 * HOUR_MS + 1000)
  await site.find({})
  await deliver()
  expect(fixture.received([secret])).toHaveLength(1)
  expect(() => fixture.received([site.secret])).toThrow('not signed with a secret')
})

test('after two rotations at the same moment both secrets verify for a day', async () => {
  const site = await fixture.open()
  const rotate = () => site.organization.call(rotateWebhookSecret, { params: site.params })
  const [{ secret: one }, { secret: other }] = await Promise.all([rotate(), rotate()])
  await site.find({})
  await deliver()
  expect(fixture.received([one])).toHaveLength(1)
  expect(fixture.received([other])).toHaveLength(1)
})

test('a secret that cannot be decrypted is logged, nothing is sent unsigned, and a new secret helps', async () => {
  const site = await fixture.open()
  const ids = { organizationId: site.organization.organizationId, projectId: site.projectId }
  await inOrganization(fixture.app, ids, (tx) =>
    tx
      .updateTable('webhook')
      .set({ secret: new Uint8Array(80) })
      .where('id', '=', site.webhookId)
      .execute(),
  )
  await site.find({ body: 'Who mends violins?' })
  await deliver()
  expect(fixture.receiver.questions).toEqual([])
  const [delivery] = await site.deliveries()
  expect(delivery?.tries.map(({ error }) => error)).toEqual([expect.stringContaining('Make a new one')])
  const { secret } = await site.organization.call(rotateWebhookSecret, { params: site.params })
  await fixture.app.clock.advance(HOUR_MS)
  await deliver()
  expect(fixture.received([secret])).toHaveLength(1)
})

test('low credits are announced once for each threshold', async () => {
  const site = await fixture.open({ events: ['credits.low'] })
  const { ledger, jobs } = fixture.app.dependencies
  const told = {
    organizationId: site.organizationId,
    level: 'low' as const,
    left: 1_500_500,
    crossingId: ledger.newId(),
  }
  await inOrganization(fixture.app, site, (tx) => notifyAdmins(tx, jobs, told))
  await until(async () => {
    await deliver()
    return fixture.receiver.questions.length > 0
  })
  expect(fixture.received([site.secret])).toMatchObject([
    { type: 'credits.low', data: { project_id: site.projectId, level: 'low', credits_left: 1500.5 } },
  ])
})
