import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@leadlight/testing/free-port'
import { announce } from '@leadlight/server/core/events/announce'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { sql } from 'kysely'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { startOwnPostgres } from '../list/own-postgres.ts'
import { startReceivers, type Receivers } from './receivers.ts'

const INSTALLATION = fileURLToPath(new URL('../lag/installation.ts', import.meta.url))
const HEALTHY = 8
const TICK_MS = 250
const WARMING_MS = 3_000
/** Longer times are not measured. */
const LAST_MS_MAX = 10_000
const RATIO_MAX = 1.1
const PASSWORD = 'a lantern on the harbour wall'

interface Site {
  path: string
  organizationId: string
  projectId: string
}

interface Figures {
  messages: number
  missing: number
  p50: number
  p99: number
}

/**
 * Times an event from its commit to eight receivers that answer, while a ninth answers too, and while it accepts every
 * request and never answers. Fails if the p99 beside the dead one is more than a tenth longer.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '4' },
      seconds: { type: 'string', default: '12' },
      json: { type: 'string' },
    },
  })
  const postgres = await startOwnPostgres()
  const receivers = await startReceivers()
  const installation = await startInstallation(postgres.ownerUrl, receivers)
  const options = { databaseUrl: postgres.ownerUrl, dataDir: '', poolMax: 4, log: silentLog, clock: systemClock }
  const database = await openDatabase(options)
  try {
    const sites: Site[] = []
    for (let n = 0; n <= HEALTHY; n += 1) sites.push(await addSite(installation.url, receivers, n))
    const fixture = { database, receivers, sites, nextTick: 0 }
    await measure(fixture, WARMING_MS)
    const found: Record<'alone' | 'beside', number[][]> = { alone: [], beside: [] }
    let missing = 0
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const order = round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)
      for (const which of order) {
        const measured = await measureBeside(fixture, which === 'beside', Number(values.seconds) * 1000)
        found[which].push(measured.latencies)
        missing += measured.missing
      }
    }
    const rows = { alone: figuresOf(found.alone.flat(), 0), beside: figuresOf(found.beside.flat(), missing) }
    const ratio = rows.beside.p99 / rows.alone.p99
    console.table(rows)
    console.log(
      `p99 beside a dead receiver is ${ratio.toFixed(2)} times what it is without one (at most ${RATIO_MAX}).`,
    )
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ ...rows, ratio }, null, 2)}\n`)
    if (ratio > RATIO_MAX || missing > 0) process.exitCode = 1
  } finally {
    await database.close()
    await installation.stop()
    await receivers.close()
    await postgres.stop()
  }
}

interface Stand {
  database: Database
  receivers: Receivers
  sites: readonly Site[]
  nextTick: number
}

/**
 * The last site's receiver is dead for the time, or as healthy as the others. Its waiting messages are deleted
 * afterwards.
 */
async function measureBeside(fixture: Stand, isDead: boolean, ms: number) {
  const { receivers, sites, database } = fixture
  const last = sites.at(-1)
  if (!last) throw new Error('There is no receiver.')
  if (isDead) receivers.dead.add(last.path)
  try {
    return await measure(fixture, ms)
  } finally {
    receivers.dead.delete(last.path)
    receivers.hangUp()
    await database.db.transaction(organizationScope(last.organizationId), async (tx) => {
      await sql`delete from webhook_delivery where project_id = ${last.projectId}`.execute(tx)
      await sql`update webhook set failing_since = null, resting_until = null where project_id = ${last.projectId}`.execute(
        tx,
      )
    })
    await sleep(500)
  }
}

/** Emits an event in every project four times a second, and resolves with the times to the healthy receivers. */
async function measure(fixture: Stand, ms: number): Promise<{ latencies: number[]; missing: number }> {
  const { database, receivers, sites } = fixture
  const healthy = new Set(sites.slice(0, HEALTHY).map(({ path }) => path))
  receivers.arrivals.length = 0
  const committedAt = new Map<string, number>()
  const first = fixture.nextTick
  const ticks = Math.floor(ms / TICK_MS)
  const startedMs = performance.now()
  for (let n = 0; n < ticks; n += 1) {
    const tick = fixture.nextTick++
    await Promise.all(
      sites.map(async ({ organizationId, projectId, path }) => {
        const payload = { type: 'source' as const, platform: 'feed', source: String(tick), error: 'It answers 500.' }
        await database.db.transaction(organizationScope(organizationId), (tx) =>
          announce(tx, organizationId, { projectId, payload, now: new Date() }),
        )
        committedAt.set(`${path} ${tick}`, performance.now())
      }),
    )
    await sleep(Math.max(0, startedMs + (n + 1) * TICK_MS - performance.now()))
  }
  const arrived = () => receivers.arrivals.filter(({ path, tick }) => healthy.has(path) && tick >= first)
  const end = performance.now() + LAST_MS_MAX
  while (arrived().length < ticks * HEALTHY && performance.now() < end) await sleep(50)
  const latencies = arrived().map(({ path, tick, atMs }) => atMs - (committedAt.get(`${path} ${tick}`) ?? Number.NaN))
  return { latencies, missing: ticks * HEALTHY - latencies.length }
}

function figuresOf(latencies: readonly number[], missing: number): Figures {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(share * sorted.length)] ?? Number.NaN) * 10) / 10
  return { messages: sorted.length, missing, p50: at(0.5), p99: at(0.99) }
}

async function startInstallation(databaseUrl: string, { hostAndPort }: Receivers) {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a secret that only the benchmark knows of',
    PORT: String(port),
    OUTBOUND_ALLOW: hostAndPort,
    TRUST_PROXY: 'loopback',
    JETSTREAM_URL: 'off',
    LOG_LEVEL: 'warn',
  }
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, INSTALLATION], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('The installation says nothing.')
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The installation did not start.')
    }),
  ])
  child.stdout.resume()
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Creates an organization with a project and a webhook, by the calls its owner would make. */
async function addSite(url: string, receivers: Receivers, number: number): Promise<Site> {
  const email = `owner-${number}@example.com`
  const from = { 'x-forwarded-for': `10.0.0.${number + 1}` }
  await post(`${url}/auth/register`, { email, password: PASSWORD }, from)
  const signedIn = await fetch(`${url}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const as = { authorization: `Bearer ${token}` }
  const { id: organizationId } = await post(`${url}/api/v1/organization`, { name: `Firm ${number}` }, as)
  const { id: projectId } = await post(`${url}/api/v1/project`, { name: 'Project' }, as)
  const path = `/hook-${number}`
  await post(`${url}/api/v1/webhooks/${projectId}`, { url: receivers.url + path, events: ['source.failing'] }, as)
  return { path, organizationId, projectId }
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<{ id: string }> {
  const sent = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}
