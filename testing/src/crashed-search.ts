import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { Client } from 'pg'
import { systemClock } from '@leadlight/server/platform/clock'
import { NODE_FLAGS } from './node-flags.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { createSeededRandom } from '@leadlight/engine/testing/seeded-random'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { organizationScope } from '@leadlight/server/platform/scopes'
import { startTestApp, type TestApp } from './test-app.ts'

const SCRIPT = fileURLToPath(new URL('crash-worker.ts', import.meta.url))
/** Longer than any lease lasts. */
const AWAY_MS = 5_000
const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

/** What a search leaves behind, in a form that two runs can be compared by. */
export interface Outcome {
  search: unknown
  leads: unknown[]
  judged: unknown[]
  /** The large model's opinions, where one was asked. */
  opinions: unknown[]
  entries: unknown[]
  balance: number
}

export interface CrashPlan {
  where: DatabaseOptions
  /** The doubles' addresses and prices, as environment variables. */
  environment: Record<string, string>
  /** In credits; null lets the balance alone limit it. */
  budget: number | null
  /**
   * The checkpoint at which each worker in turn kills itself, unless it is done before; the last worker lives. With
   * `step` a worker is killed when it has taken a step, with `outage` one after the database was away.
   */
  killAt: readonly (number | 'step' | 'outage')[]
  /** The PostgreSQL server that goes away. */
  cluster?: Pick<PostgresCluster, 'halt' | 'resume'>
}

/** Runs one search on a fresh organization with workers that die on the way, and resolves with its outcome. */
export async function searchThroughCrashes(plan: CrashPlan): Promise<{ outcome: Outcome; killed: number }> {
  const { environment, where } = plan
  const app = await startTestApp({ on: where, environment })
  await app.clock.set(new Date())
  const org = await app.organization()
  const project = await org.project()
  const params = { projectId: project.id }
  const body = { intent_signal: SIGNAL, search_days: 365, search_budget: plan.budget }
  const signal = await org.call(createIntentSignal, { params, body })
  await org.call(runSearch, { params: { ...params, id: signal.id } })
  await app.close()

  let killed = 0
  for (const killAt of [...plan.killAt, 0]) {
    const isKilled = typeof killAt === 'number' ? await workUntilOver(plan, killAt) : await workStep(plan, killAt)
    if (!isKilled) break
    killed += 1
    await runOut(where)
  }

  const later = await startTestApp({ on: where, environment })
  const outcome = await readOutcome(later, org.organizationId)
  await later.close()
  return { outcome, killed }
}

/** Whether the worker killed itself before it was done. */
function workUntilOver(plan: CrashPlan, killAt: number): Promise<boolean> {
  const { child, ended } = startWorker(plan, [String(killAt)])
  child.stdout.on('data', () => child.kill('SIGTERM'))
  return ended
}

/** Whether the worker was killed after some progress and before it was done. */
async function workStep(plan: CrashPlan, how: 'step' | 'outage'): Promise<boolean> {
  const { child, ended } = startWorker(plan, ['0', 'all'])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const takesStep = async () => {
    for (;;) {
      const { value: line } = await lines.next()
      if (line === undefined || line === 'over') return false
      if (line.startsWith('after')) return true
    }
  }
  let isAtWork = await takesStep()
  if (how === 'outage') {
    await plan.cluster?.halt()
    await systemClock.sleep(AWAY_MS)
    await plan.cluster?.resume()
    // The first step it reports now may have been taken before the database went away.
    for (let steps = 0; isAtWork && steps < 2; steps += 1) isAtWork = await takesStep()
  }
  child.kill(isAtWork ? 'SIGKILL' : 'SIGTERM')
  return ended
}

/** A worker in a process of its own; `ended` tells whether it was killed. */
function startWorker({ where, environment }: CrashPlan, args: readonly string[]) {
  const database = where.databaseUrl === undefined ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
  const env = { ...process.env, ...environment, ...database, SECRET_KEY: 'a secret that only the tests know of' }
  const child = spawn(process.execPath, [...NODE_FLAGS, SCRIPT, ...args], { env })
  const said: string[] = []
  child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => {
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The worker ended with ${String(code)}: ${said.join('')}`)
    return signal === 'SIGKILL'
  })
  return { child, ended }
}

/**
 * Expires the killed worker's lease, as seconds of silence would. The embedded database knows by itself that it is
 * dead.
 */
async function runOut({ databaseUrl }: DatabaseOptions): Promise<void> {
  if (databaseUrl === undefined) return
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update worker_lease set expires_at = least(expires_at, clock_timestamp())')
  await client.end()
}

async function readOutcome(app: TestApp, organizationId: string): Promise<Outcome> {
  return app.db.transaction(organizationScope(organizationId), async (tx) => {
    const rows = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows
    const [search] = await rows(
      sql`select state, seen, judged, kept, spent::int as spent, batches, note from search where organization_id = ${organizationId}`,
    )
    return {
      search,
      leads: await rows(sql`
        select post.external_id, lead.score, lead_match.score as matched, lead_match.reason, lead_match.evidence
        from lead join post on post.id = lead.post_id join lead_match on lead_match.lead_id = lead.id
        where lead.organization_id = ${organizationId} order by post.external_id`),
      judged: await rows(sql`
        select post.external_id, judgement.score, judgement.kept from judgement join post on post.id = judgement.post_id
        where judgement.organization_id = ${organizationId} order by post.external_id`),
      opinions: await rows(sql`
        select post.external_id, opinion.local_score, opinion.model_score, opinion.score, opinion.state, opinion.tries
        from second_opinion opinion join post on post.id = opinion.post_id
        where opinion.organization_id = ${organizationId} order by post.external_id`),
      entries: await rows(sql`
        select kind, amount::int as amount, regexp_replace(key, '^search:[^:]+', 'search') as key
        from credit_entry where organization_id = ${organizationId} order by key`),
      balance: await rows(sql`
        select account.balance::int as balance, (select sum(amount)::int from credit_entry where organization_id = ${organizationId}) as summed
        from credit_account account where organization_id = ${organizationId}`).then(([row]) => sameBalance(row)),
    }
  })
}

function sameBalance(row: unknown): number {
  const { balance, summed } = row as { balance: number; summed: number }
  if (balance !== summed) throw new Error(`The balance ${balance} is not the sum of its entries, ${summed}`)
  return balance
}

/** Where the workers of one seed die: one to three of them, at checkpoints among the first `within`. */
export function killsOf(seed: string, within: number): number[] {
  const random = createSeededRandom(seed)
  const [count = 0, ...places] = random.bytes(4)
  return places.slice(0, 1 + (count % 3)).map((position) => 1 + (position % within))
}
