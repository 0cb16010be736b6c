import type { Pool } from 'pg'
import { slept, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'

const FIRST_MS = 5 * 60_000
const EVERY_MS = 6 * 3_600_000

export interface Vacuum {
  stop(): Promise<void>
}

/** The embedded engine has no autovacuum: reclaims space and refreshes the planner's statistics every six hours. */
export function startVacuum(pool: Pool, log: Log, clock: Clock): Vacuum {
  const stopping = new AbortController()
  const running = repeat()

  async function repeat(): Promise<void> {
    for (let waitMs = FIRST_MS; await slept(clock, waitMs, stopping.signal); waitMs = EVERY_MS) {
      try {
        await vacuumNow(pool)
      } catch (error) {
        log.warn({ err: error }, 'The embedded database could not be vacuumed; it is tried again later.')
      }
    }
  }

  return {
    async stop() {
      stopping.abort(new Error('The database closes.'))
      await running
    },
  }
}

/** Table by table, so that a request waits for one table at most. */
export async function vacuumNow(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`,
  )
  for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`)
}
