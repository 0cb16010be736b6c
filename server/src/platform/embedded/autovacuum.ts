import type { Pool } from 'pg'
import { createAttempt } from '../attempt.ts'
import { slept, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** Short compared with the time in which one search fills a table. */
const EVERY_MS = 10_000

export interface Autovacuum {
  stop(): Promise<void>
}

interface Options {
  pool: Pool
  log: Log
  clock: Clock
  /** While it says no, nothing is vacuumed: that writes too. */
  mayWrite: () => boolean
}

/**
 * The embedded engine has no autovacuum, so this is one, by PostgreSQL's own rules. New rows are analysed soon, which
 * remakes plans made for smaller tables, and deleted rows give their space back.
 */
export function startAutovacuum({ pool, log, clock, mayWrite }: Options): Autovacuum {
  const succeeds = createAttempt(log, 'The embedded database could not be vacuumed; it is tried again later.')
  const stopping = new AbortController()
  const running = repeat()

  async function repeat(): Promise<void> {
    while (await slept(clock, EVERY_MS, stopping.signal)) {
      await succeeds(async () => {
        if (mayWrite()) await vacuumDue(pool)
      })
    }
  }

  return {
    async stop() {
      stopping.abort(new Error('The database closes.'))
      await running
    },
  }
}

/** Runs what PostgreSQL's autovacuum would run now, table by table, so that a request waits for one table at most. */
export async function vacuumDue(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; isWorn: boolean }>(DUE, [PAGE_BYTES])
  for (const { name, isWorn } of rows) await pool.query(`${isWorn ? 'vacuum (analyze)' : 'analyze'} ${name}`)
}

const PAGE_BYTES = 8192

/**
 * The rules and numbers of PostgreSQL's manual. A killed process loses the counts of what was written, but not that a
 * table has more pages than when it was last analysed.
 */
const DUE = `
  select format('%I.%I', schemaname, relname) as name, "isWorn"
  from (
    select schemaname, stat.relname, relpages,
      pg_relation_size(relid) / $1::integer as pages,
      n_dead_tup > 50 + 0.2 * counted or n_ins_since_vacuum > 1000 + 0.2 * counted as "isWorn",
      n_mod_since_analyze > 50 + 0.1 * counted as "isChanged"
    from pg_stat_user_tables stat join pg_class on pg_class.oid = relid,
      lateral (select greatest(reltuples, 0)) as table_size (counted)
    where relkind = 'r'
  ) as looked_at
  where "isWorn" or "isChanged" or pages > 1.2 * relpages + 8
  order by 1`
