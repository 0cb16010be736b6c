import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { updateNotificationSettings } from '@leadlight/contract/notifications'
import { createWebhook } from '@leadlight/contract/webhooks'
import { sql } from 'kysely'
import { announce } from '../events/announce.ts'
import { systemClock } from '../platform/clock.ts'
import type { DatabaseOptions } from '../platform/database.ts'
import { recordLeads } from '../leads/record-leads.ts'
import { createDice, type Dice } from './dice.ts'
import { startDouble } from './doubles/double-server.ts'
import { startSmtpDouble } from './doubles/smtp-double.ts'
import { buildFound, inOrganization, mintLeadSite, type LeadSite } from './lead-builder.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const SCRIPT = fileURLToPath(new URL('crash-worker.ts', import.meta.url))
const LEADS_PER_LIFE = 3
const DONE_WITHIN_MS = 60_000
/** From the first of something sent to the worker's death, where it does not die of a thing sent. */
const TIME_TO_DIE_MS = 200

/** Where a worker dies: at the n-th thing that reaches the other side, before or after that is acknowledged; or after a while. */
type Death = { of: 'request' | 'whole' | 'taken'; nth: number } | { of: 'time'; afterMs: number }

export interface OutboxOutcome {
  killed: number
  /** Of each lead that was committed, under how many ids it was told by webhook and by mail, and how often at most. */
  webhookIds: number[]
  messageIds: number[]
  /** Leads that were told although their transaction was taken back. */
  takenBack: string[]
  /** How many tellings there were beyond one for each lead: those that a death left without an acknowledgement. */
  again: number
  /** What was left waiting. */
  waiting: number
}

interface Heard {
  lead: string
  id: string
}

/**
 * Has leads come up, some in transactions that are taken back, while workers that tell of them by webhook and by mail die
 * on the way; the last one lives. On the embedded database worker and leads take turns, as only one process may have it.
 */
export async function tellThroughCrashes(
  where: DatabaseOptions,
  { seed, deaths }: { seed: string; deaths: number },
): Promise<OutboxOutcome> {
  const dice = createDice(`outbox-${seed}`)
  const stage = createStage()
  const webhooks: Heard[] = []
  const receiver = await startDouble(async ({ headers, body }) => {
    const { data } = JSON.parse(body) as { data: { lead: { id: string } } }
    webhooks.push({ lead: data.lead.id, id: String(headers['webhook-id']) })
    await stage.pass('request')
    return { body: 'thanks' }
  })
  const smtp = await startSmtpDouble({ onStage: (name) => stage.pass(name) })
  const environment = {
    SMTP_URL: smtp.url,
    OUTBOUND_ALLOW: receiver.hostAndPort,
    JETSTREAM_URL: 'off',
    PUBLIC_URL: 'https://leads.example.com',
  }
  const mailed = (): Heard[] =>
    smtp.mails.flatMap(({ headers, body }) => {
      const leads = new Set([...body.matchAll(/\/posts\/([0-9a-f-]{36})/g)].map(([, lead = '']) => lead))
      return [...leads].map((lead) => ({ lead, id: headers.get('message-id') ?? '' }))
    })
  const site = await begin(where, environment, `${receiver.url}/hook`)
  const [kept, takenBack]: [string[], string[]] = [[], []]
  let killed = 0
  try {
    for (let life = 0; life <= deaths; life += 1) {
      const made = await produce(where, environment, { site, dice })
      kept.push(...made.kept)
      takenBack.push(...made.takenBack)
      const isLast = life === deaths
      const worker = startWorker(where, environment)
      const isDone = () =>
        kept.every((id) => webhooks.some(({ lead }) => lead === id) && mailed().some(({ lead }) => lead === id))
      if (isLast) {
        await untilDone(isDone, worker, seed)
        // So that what was just taken is written down.
        await systemClock.sleep(500)
        await worker.stop()
      } else killed += (await dieSomewhere(worker, stage, { dice, isDone })) ? 1 : 0
    }
    const waiting = await countWaiting(where, environment, site)
    const told = [...webhooks, ...mailed()]
    return {
      killed,
      waiting,
      webhookIds: kept.map((id) => idsOf(webhooks, id)),
      messageIds: kept.map((id) => idsOf(mailed(), id)),
      takenBack: takenBack.filter((id) => told.some(({ lead }) => lead === id)),
      again: told.length - 2 * kept.length,
    }
  } finally {
    await smtp.close()
    await receiver.close()
  }
}

function idsOf(heard: readonly Heard[], leadId: string): number {
  return new Set(heard.filter(({ lead }) => lead === leadId).map(({ id }) => id)).size
}

/** Tells whoever waits for a death that something has come so far. */
function createStage() {
  let onPass: (name: string) => void | Promise<void> = () => undefined
  return {
    pass: async (name: string) => onPass(name),
    watch(watcher: typeof onPass) {
      onPass = watcher
    },
  }
}

type Stage = ReturnType<typeof createStage>

async function begin(
  where: DatabaseOptions,
  environment: Record<string, string>,
  url: string,
): Promise<Omit<LeadSite, 'organization'>> {
  const app = await startTestApp({ on: where, environment })
  await app.clock.set(new Date())
  const { organization, organizationId, projectId, signalId } = await mintLeadSite(app)
  const params = { projectId }
  await organization.call(createWebhook, { params, body: { url } })
  await organization.call(updateNotificationSettings, { params, body: { frequency: 'at_once' } })
  await app.close()
  return { organizationId, projectId, signalId }
}

type Place = Awaited<ReturnType<typeof begin>>

/**
 * Leads, each recorded and announced in one transaction, as a search does; some are taken back at its end. What waits for its
 * time is made due, as if that time had passed.
 */
async function produce(
  where: DatabaseOptions,
  environment: Record<string, string>,
  { site, dice }: { site: Place; dice: Dice },
): Promise<{ kept: string[]; takenBack: string[] }> {
  const app = await startTestApp({ on: where, environment })
  await app.clock.set(new Date())
  const made: { kept: string[]; takenBack: string[] } = { kept: [], takenBack: [] }
  await inOrganization(app, site, async (tx) => {
    const past = new Date(Date.now() - 60_000)
    const before = new Date(Date.now() - 3_600_000)
    await sql`update webhook_delivery set next_try_at = ${past} where state = 'waiting'`.execute(tx)
    await sql`update webhook set resting_until = null`.execute(tx)
    await sql`update notification_mail set next_try_at = ${past} where state = 'waiting'`.execute(tx)
    await sql`update notification_setting set last_mail_at = ${before} where last_mail_at is not null`.execute(tx)
    await sql`update notification_setting set next_mail_at = ${past} where next_mail_at is not null`.execute(tx)
  })
  for (let n = 0; n < LEADS_PER_LIFE; n += 1) {
    // The first of each life is kept, so that there is something to die of.
    const isTakenBack = n > 0 && dice.share() < 0.4
    const id = await recordOne(app, site, isTakenBack)
    if (isTakenBack) made.takenBack.push(id)
    else made.kept.push(id)
  }
  await app.close()
  return made
}

async function recordOne(app: TestApp, site: Place, isTakenBack: boolean): Promise<string> {
  const { newId } = app.dependencies
  const now = app.clock.now()
  const found = await buildFound(app, site, [{}])
  let id = ''
  const recording = inOrganization(app, site, async (tx) => {
    await recordLeads(tx, { ...site, now, newId }, found)
    const { rows } = await sql<{ id: string }>`select id from lead where post_id = ${found[0]?.post.id}`.execute(tx)
    id = rows[0]?.id ?? ''
    const payload = { type: 'leads' as const, search_id: null, lead_ids: [id], unread_count: 1 }
    await announce(tx, site.organizationId, { projectId: site.projectId, payload, now })
    if (isTakenBack) throw new Error('taken back')
  })
  await recording.catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'taken back') throw error
  })
  return id
}

interface Worker {
  child: ChildProcess
  ended: Promise<unknown>
  hasEnded(): boolean
  stop(): Promise<void>
}

/** A worker as it is started in production, in a process of its own. */
function startWorker(where: DatabaseOptions, environment: Record<string, string>): Worker {
  const database = where.databaseUrl === undefined ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
  const env = { ...process.env, ...environment, ...database, SECRET_KEY: 'a secret that only the tests know of' }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT, '0', 'all'], { env })
  const complaints: string[] = []
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()))
  let isOver = false
  async function untilEnded(): Promise<void> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    isOver = true
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The worker ended with ${code}: ${complaints.join('')}`)
  }
  const ended = untilEnded()
  // Whoever waits for the end hears why; nobody need be waiting yet.
  ended.catch(() => undefined)
  return {
    child,
    ended,
    hasEnded: () => isOver,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Lets the worker die where the dice say. Answers whether it did before it was done. */
async function dieSomewhere(
  worker: Worker,
  stage: Stage,
  { dice, isDone }: { dice: Dice; isDone: () => boolean },
): Promise<boolean> {
  const death: Death =
    dice.share() < 0.25
      ? { of: 'time', afterMs: dice.below(TIME_TO_DIE_MS) }
      : dice.pick<Death>([
          { of: 'request', nth: 1 },
          { of: 'whole', nth: 1 },
          { of: 'taken', nth: 1 },
        ])
  let passed = 0
  const kill = () => worker.child.kill('SIGKILL')
  worker.child.stdout?.on('data', (said: Buffer) => {
    if (death.of === 'time' && String(said).includes('at work')) setTimeout(kill, death.afterMs)
  })
  stage.watch(async (name) => {
    if (death.of === 'time' || death.of !== name) return
    passed += 1
    if (passed !== death.nth) return
    kill()
    // What comes after must not be acknowledged to somebody who has not died yet.
    await worker.ended
  })
  const end = Date.now() + DONE_WITHIN_MS
  while (!worker.hasEnded() && !isDone() && Date.now() < end) await systemClock.sleep(20)
  stage.watch(() => undefined)
  const isAlive = !worker.hasEnded()
  // It had nothing left to die of: then it dies now, which is as good a time as any.
  kill()
  await worker.ended
  return !isAlive
}

async function untilDone(isDone: () => boolean, worker: Worker, seed: string): Promise<void> {
  const end = Date.now() + DONE_WITHIN_MS
  while (!isDone()) {
    if (worker.hasEnded()) await worker.ended
    if (Date.now() > end)
      throw new Error(`Something was not told in ${DONE_WITHIN_MS} ms although a worker lived (seed ${seed}).`)
    await systemClock.sleep(50)
  }
}

async function countWaiting(where: DatabaseOptions, environment: Record<string, string>, site: Place): Promise<number> {
  const app = await startTestApp({ on: where, environment })
  const { rows } = await inOrganization(app, site, (tx) =>
    sql<{ count: number }>`select
      (select count(*)::int from webhook_delivery where state <> 'delivered')
      + (select count(*)::int from notification_mail where state <> 'sent')
      + (select count(*)::int from notification_lead where mail_id is null) as count`.execute(tx),
  )
  await app.close()
  return rows[0]?.count ?? 0
}
