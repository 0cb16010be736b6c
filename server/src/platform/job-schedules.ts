import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { platformScope } from './scopes.ts'

/** The key of the jobs that schedules queue, one of each at a time. */
export const SCHEDULE_KEY = 'schedule'

/** Remembers the schedule; a new one is due at once, a known one keeps its next time. */
export async function registerSchedule(db: Db, jobName: string, intervalMs: number): Promise<void> {
  await db.transaction(platformScope(), async (tx) => {
    await tx
      .insertInto('job_schedule')
      .values({ job_name: jobName, interval_ms: intervalMs, next_at: sql<Date>`clock_timestamp()` })
      .onConflict((conflict) => conflict.column('job_name').doUpdateSet({ interval_ms: intervalMs }))
      .execute()
  })
}

/** The schedules of `jobNames` whose time has come, each moved on to its next time: one worker gets each turn. */
export async function takeDueSchedules(tx: Tx, jobNames: string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('job_schedule')
    .set({ next_at: sql`greatest(next_at + interval_ms * interval '1 millisecond', clock_timestamp())` })
    .where('job_name', 'in', jobNames)
    .where('next_at', '<=', sql<Date>`clock_timestamp()`)
    .returning('job_name')
    .execute()
  return rows.map((row) => row.job_name)
}
