import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { startWebhookFixture, type WebhookFixture } from '@leadlight/testing/webhook-fixture'
import { reserveCredits, settleReservation } from './core/billing/ledger.ts'
import { defineJob } from './platform/jobs.ts'
import { monitoringScope, platformScope } from './platform/scopes.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'

const job = defineJob({ name: 'test.unwatched', schema: z.object({}), retryLimit: 0, retryDelayMs: 1, expireMs: 1000 })
const SEARCH = {
  what: 'A search',
  work: 'search',
  projectId: null,
  signalId: null,
  accountId: null,
  role: null,
} as const

let fixture: WebhookFixture
let app: TestApp
beforeAll(async () => {
  fixture = await startWebhookFixture()
  app = fixture.app
})
afterAll(() => fixture.close())

/** The lines of the metrics whose names begin so, from a scrape that reads everything anew. */
async function scrape(...names: string[]): Promise<string[]> {
  await app.clock.advance(5_000)
  return linesOf(app, ...names)
}

async function linesOf(from: TestApp, ...names: string[]): Promise<string[]> {
  const { status, text } = await from.request('GET', '/metrics')
  expect(status).toBe(200)
  return text.split('\n').filter((line) => names.some((name) => line.startsWith(name)))
}

test('the queue shows what waits, since when, what died and who takes jobs', async () => {
  await app.db.transaction(platformScope(), async (tx) => {
    await app.dependencies.jobs.enqueue(tx, job, {})
    await app.dependencies.jobs.enqueue(tx, job, {}, { startAfterMs: 86_400_000 })
    await sql`update job set start_after = now() - interval '1 hour' where name = ${job.name} and start_after <= now()`.execute(
      tx,
    )
    await sql`
      insert into job (name, payload, state, died_at)
      select ${job.name}, '{}', 'dead', now() - hours * interval '1 hour' from unnest(array[0.5, 2, 3]) hours`.execute(
      tx,
    )
  })
  const lines = await scrape('leadlight_jobs_waiting{name="test.', 'leadlight_dead_letters', 'leadlight_workers')
  expect(lines).toEqual([
    'leadlight_jobs_waiting{name="test.unwatched"} 1',
    'leadlight_dead_letters{name="test.unwatched",died="earlier"} 2',
    'leadlight_dead_letters{name="test.unwatched",died="within_hour"} 1',
    'leadlight_workers 1',
  ])
  const [oldest = ''] = await linesOf(app, 'leadlight_job_oldest_seconds{name="test.unwatched"}')
  expect(Math.floor(Number(oldest.split(' ')[1]) / 60)).toBe(60)
})

test('deliveries show what is not sent, from the event to the delivery, and for how long it has been due', async () => {
  const site = await fixture.open()
  await site.find({})
  await app.clock.advance(60_000)
  const waiting = (subscriber: string) => [
    `leadlight_deliveries_waiting{subscriber="${subscriber}"}`,
    `leadlight_delivery_overdue_seconds{subscriber="${subscriber}"}`,
  ]
  expect(await scrape(...waiting('outbox'))).toEqual([
    'leadlight_deliveries_waiting{subscriber="outbox"} 1',
    'leadlight_delivery_overdue_seconds{subscriber="outbox"} 65',
  ])
  // A delivery counts as waiting until it is answered, and the worker takes it as soon as it is queued.
  let answer = () => {}
  const isScraped = new Promise<void>((resolve) => (answer = resolve))
  fixture.receiver.answer(() => isScraped.then(() => ({ status: 200, body: 'thanks' })))
  await fixture.deliverEvents()
  expect(await scrape(...waiting('outbox'), ...waiting('webhook'))).toEqual([
    'leadlight_deliveries_waiting{subscriber="outbox"} 0',
    'leadlight_deliveries_waiting{subscriber="webhook"} 1',
    'leadlight_delivery_overdue_seconds{subscriber="outbox"} 0',
    'leadlight_delivery_overdue_seconds{subscriber="webhook"} 5',
  ])
  answer()
  await fixture.send()
  expect(await scrape('leadlight_deliveries_waiting')).toEqual(
    ['outbox', 'webhook', 'mail', 'slack'].map(
      (subscriber) => `leadlight_deliveries_waiting{subscriber="${subscriber}"} 0`,
    ),
  )
})

test('nothing is overdue that a receiver has asked to wait for, until that time is over', async () => {
  const site = await fixture.open()
  fixture.receiver.failNext({ kind: 'status', status: 429, headers: { 'retry-after': '7200' } })
  await site.find({})
  await fixture.deliverEvents()
  await fixture.send()
  await site.find({})
  await fixture.deliverEvents()
  const figures = ['leadlight_deliveries_waiting', 'leadlight_delivery_overdue_seconds'].map(
    (name) => `${name}{subscriber="webhook"}`,
  )
  await app.clock.advance(3_600_000)
  expect(await scrape(...figures)).toEqual([`${figures[0]} 2`, `${figures[1]} 0`])
  await app.clock.advance(3_600_000)
  expect(await scrape(...figures)).toEqual([`${figures[0]} 2`, `${figures[1]} 10`])
  await fixture.send()
  expect(await scrape(...figures)).toEqual([`${figures[0]} 0`, `${figures[1]} 0`])
})

test('sources show whether they are read and how late, of all that somebody listens to', async () => {
  await scrape('none')
  const org = await app.organization()
  const { id: projectId } = await org.project()
  const now = app.clock.now()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const heard: string[] = []
  await app.db.transaction(monitoringScope(), async (tx) => {
    for (const [way, failures, late, isHeard] of [
      ['poll', 0, 100, true],
      ['poll', 3, 10, true],
      ['stream', 0, 40, true],
      ['poll', 2, 50_000, false],
      ['stream', 0, 60_000, false],
    ] as const) {
      const id = app.dependencies.newId()
      await sql`
        insert into watch (id, platform, source, query, way, read_to, failures, next_poll_at, created_at)
        values (${id}, 'bluesky', '', ${`${late}`}, ${way}, ${ago(late)}, ${failures}, ${ago(late)}, ${now})`.execute(
        tx,
      )
      if (isHeard) heard.push(id)
    }
  })
  const ask = await openUnfenced(app.database)
  for (const id of heard) {
    const values = [id, org.organizationId, projectId, now]
    await ask(
      'insert into watch_project (watch_id, organization_id, project_id, since) values ($1, $2, $3, $4)',
      values,
    )
  }
  expect(await scrape('leadlight_source_', 'leadlight_stream_')).toEqual([
    'leadlight_source_watches{platform="bluesky",state="working"} 2',
    'leadlight_source_watches{platform="bluesky",state="failing"} 1',
    'leadlight_source_overdue_seconds{platform="bluesky"} 105',
    'leadlight_stream_behind_seconds{platform="bluesky"} 45',
  ])
})

test('credits show what is left, reserved and spent, and nothing of work that was rolled back', async () => {
  const { organizationId } = await app.organization()
  const valueOf = async (line: string) => Number((await scrape(line))[0]?.split(' ')[1] ?? 0)
  const spent = () => valueOf('leadlight_credits_total{kind="charge"}')
  const { ledger } = app.dependencies
  const [left, charged] = [await valueOf('leadlight_credits_left'), await spent()]
  const work = { organizationId, projectId: '' }
  const reserve = (key: string) => inOrganization(app, work, (tx) => reserveCredits(tx, ledger, organizationId, { key, amount: 5_000, occasion: SEARCH })) // oxfmt-ignore
  await reserve('search:1')
  expect(await scrape('leadlight_credits_held', 'leadlight_credits_left')).toEqual([
    `leadlight_credits_left ${left - 5}`,
    'leadlight_credits_held 5',
  ])
  const settle = async (used: number) =>
    inOrganization(app, work, async (tx) => {
      await settleReservation(tx, ledger, organizationId, { key: 'search:1', used })
      if (used === 2_000) throw new Error('The work failed after all.')
    })
  await expect(settle(2_000)).rejects.toThrow('after all')
  expect(await spent()).toBe(charged)
  await settle(3_000)
  expect(await spent()).toBe(charged + 3)
})

test('credits of a period that is over are not among those that are left, though no entry has ended them yet', async () => {
  const { organizationId } = await app.organization()
  const [line = ''] = await scrape('leadlight_credits_left')
  const left = Number(line.split(' ')[1])
  const ask = await openUnfenced(app.database)
  const expire = (seconds: number) =>
    ask('update credit_account set expiring = 40000, expires_at = $2 where organization_id = $1', [
      organizationId,
      new Date(app.clock.now().getTime() + seconds * 1000),
    ])
  await expire(60)
  expect(await scrape('leadlight_credits_left')).toEqual([`leadlight_credits_left ${left}`])
  await expire(0)
  expect(await scrape('leadlight_credits_left')).toEqual([`leadlight_credits_left ${left - 40}`])
})

test('a database that is gone fails no scrape: its figures are left out, and a metric says so', async () => {
  const gone = await startTestApp()
  expect(await linesOf(gone, 'leadlight_workers')).toEqual(['leadlight_workers 1'])
  await gone.close()
  await gone.clock.advance(5_000)
  const groups = ['jobs', 'deliveries', 'sources', 'credits', 'mailbox']
  expect(await linesOf(gone, 'leadlight_workers', 'leadlight_figures_read')).toEqual(
    groups.map((of) => `leadlight_figures_read{of="${of}"} 0`),
  )
})
