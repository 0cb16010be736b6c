import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import { sql } from 'kysely'
import { NODE_FLAGS } from './node-flags.ts'
import { createSeededRandom } from './seeded-random.ts'
import type { DatabaseOptions } from '../platform/database.ts'
import { organizationScope } from '../platform/scopes.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const SCRIPT = fileURLToPath(new URL('crash-worker.ts', import.meta.url))
const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'

/** What a search leaves behind, in an order and in words that two runs can be compared by. */
export interface Outcome {
  search: unknown
  leads: unknown[]
  judged: unknown[]
  /** What a large model said, where one was asked. */
  opinions: unknown[]
  entries: unknown[]
  balance: number
}

export interface CrashPlan {
  where: DatabaseOptions
  /** The doubles' addresses and prices, as environment variables. */
  environment: Record<string, string>
  /** In credits; null lets the balance alone bound it. */
  budget: number | null
  /** At which checkpoint each worker in turn kills itself, unless it is done before; the last worker lives. */
  killAt: readonly number[]
}

/** Runs one search on a fresh organization with workers that die on the way, and answers what came of it. */
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
    if (!(await workUntilOver(plan, killAt))) break
    killed += 1
  }

  const later = await startTestApp({ on: where, environment })
  const outcome = await readOutcome(later, org.organizationId)
  await later.close()
  return { outcome, killed }
}

/** Whether the worker killed itself before it was done. */
async function workUntilOver({ where, environment }: CrashPlan, killAt: number): Promise<boolean> {
  const database = where.databaseUrl === undefined ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }
  const env = { ...process.env, ...environment, ...database, SECRET_KEY: 'a secret that only the tests know of' }
  const child = spawn(process.execPath, [...NODE_FLAGS, SCRIPT, String(killAt)], { env })
  const said: string[] = []
  child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  child.stdout.on('data', () => child.kill('SIGTERM'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`The worker ended with ${code}: ${said.join('')}`)
  return signal === 'SIGKILL'
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
  return places.slice(0, 1 + (count % 3)).map((place) => 1 + (place % within))
}
