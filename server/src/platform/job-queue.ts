import { CompiledQuery } from 'kysely'
import { PgBoss, type Db as BossDatabase } from 'pg-boss'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { findOpenTransaction, type Tx } from './db.ts'
import { setLocal, type Settings } from './limits.ts'
import type { Log } from './log.ts'
import { askOnce } from './read-once.ts'

const SUPERVISE_S = 60
/** We use no job flows, so their resolver may rest. */
const FLOWS_S = 3600
const OPENS_TRANSACTION = /^\s*begin\s*;/i
const ENDS_TRANSACTION = /\bcommit\s*;?\s*$/i

/** Creates or updates the queue's own schema, in the caller's transaction. Needs CREATE on the database, as its owner has. */
export async function installQueue(client: PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runWithin(client, { text, values }) },
    supervise: false,
    schedule: false,
  })
  const failures: unknown[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  await boss.stop({ close: false, graceful: false })
  if (failures.length > 0) throw failures[0]
}

interface BossOptions {
  pool: Pool
  log: Log
  /** What bounds each of its transactions in time. */
  limits: Settings
  /** Runs its clean-up here, which any number of processes may do. */
  supervise: boolean
}

/** pg-boss over the product's own pool. */
export function createBoss({ pool, log, limits, supervise }: BossOptions): PgBoss {
  const boss = new PgBoss({
    db: poolDatabase(pool, limits),
    migrate: false,
    schedule: false,
    supervise,
    superviseIntervalSeconds: SUPERVISE_S,
    flowIntervalSeconds: FLOWS_S,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue met an error; it goes on.'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue gives a warning.'))
  return boss
}

/** Lets one call of pg-boss run inside `tx` and commit or roll back with it. */
export function inTransaction(tx: Tx): BossDatabase {
  return {
    async executeSql(text, values) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...(values ?? [])]))
      return { rows }
    },
  }
}

// Inside an open transaction the pool may have no other connection to give, so look-ups join the transaction.
function poolDatabase(pool: Pool, limits: Settings): BossDatabase {
  return {
    async executeSql(text, values) {
      const open = findOpenTransaction()
      if (open?.tx) return inTransaction(open.tx).executeSql(text, values)
      const client = await pool.connect()
      try {
        return await runOn(client, limits, { text, values })
      } finally {
        client.release()
      }
    },
  }
}

interface Sent {
  text: string
  values: readonly unknown[] | undefined
}

// Without values pg-boss may send "BEGIN; …; COMMIT" at once, and what stands in front of a BEGIN belongs to its transaction. A
// single statement goes as it is: building an index beside others takes its time, and refuses to be in a transaction.
async function runOn(client: PoolClient, limits: Settings, { text, values }: Sent): Promise<{ rows: unknown[] }> {
  if (values !== undefined && values.length > 0) {
    return { rows: await askOnce(client, `begin; ${setLocal(limits)}`, { sql: text, parameters: values }) }
  }
  try {
    return await runSeveral(client, OPENS_TRANSACTION.test(text) ? setLocal(limits) + text : text)
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** What pg-boss would make a transaction of its own belongs to the one that is open. */
async function runWithin(client: PoolClient, { text, values }: Sent): Promise<{ rows: unknown[] }> {
  if (values !== undefined && values.length > 0) return client.query(text, [...values])
  if (!OPENS_TRANSACTION.test(text)) return runSeveral(client, text)
  return runSeveral(client, text.replace(OPENS_TRANSACTION, '').replace(ENDS_TRANSACTION, ''))
}

async function runSeveral(client: PoolClient, text: string): Promise<{ rows: unknown[] }> {
  const result: unknown = await client.query(text)
  const results = (Array.isArray(result) ? result : [result]) as QueryResult<object>[]
  return { rows: results.flatMap((each) => each.rows) }
}
