import { CompiledQuery } from 'kysely'
import { PgBoss, type Db as BossDatabase } from 'pg-boss'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { findOpenTransaction, type Tx } from './db.ts'
import type { Log } from './log.ts'

const SUPERVISE_S = 60
/** We use no job flows, so their resolver may rest. */
const FLOWS_S = 3600

/** Creates or updates the queue's own schema. Needs CREATE on the database, as its owner has. */
export async function installQueue(client: PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runOn(client, text, values) },
    supervise: false,
    schedule: false,
  })
  const failures: unknown[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  await boss.stop({ close: false, graceful: false })
  if (failures.length > 0) throw failures[0]
}

/** pg-boss over the product's own pool. `supervise` runs its clean-up here, which any number of processes may do. */
export function createBoss(pool: Pool, log: Log, supervise: boolean): PgBoss {
  const boss = new PgBoss({
    db: poolDatabase(pool),
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
function poolDatabase(pool: Pool): BossDatabase {
  return {
    async executeSql(text, values) {
      const open = findOpenTransaction()
      if (open?.tx) return inTransaction(open.tx).executeSql(text, values)
      const client = await pool.connect()
      try {
        return await runOn(client, text, values)
      } finally {
        client.release()
      }
    },
  }
}

// Without values pg-boss may send several statements at once, "BEGIN; …; COMMIT" among them.
async function runOn(client: PoolClient, text: string, values: unknown[] | undefined): Promise<{ rows: unknown[] }> {
  if (values !== undefined && values.length > 0) return client.query(text, values)
  try {
    const result: unknown = await client.query(text)
    const results = (Array.isArray(result) ? result : [result]) as QueryResult<object>[]
    return { rows: results.flatMap((each) => each.rows) }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
