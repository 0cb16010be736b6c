import { sql } from 'kysely'
import type { Tx } from './db.ts'

interface Waiting {
  id: string
  isRunning: boolean
}

/**
 * Has the job that waits or runs under the key see what this transaction writes: one that waits is not taken before the
 * transaction ends, one that runs is run once more. False where there is none by now.
 */
export async function askAgain(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rows } = await sql<Waiting>`
    select id, state = 'active' as "isRunning" from pgboss.job
    where name = ${name} and singleton_key = ${key} and state <= 'active' for update`.execute(tx)
  const running = rows.filter(({ isRunning }) => isRunning).map(({ id }) => id)
  if (running.length > 0) {
    await sql`
      update pgboss.job set output = '{"again": true}' where name = ${name} and id = any(${running}::uuid[])`.execute(
      tx,
    )
  }
  return rows.length > 0
}

/** Whether a running job was asked for again; until the transaction ends nobody can ask. */
export async function isAskedAgain(tx: Tx, name: string, jobId: string): Promise<boolean> {
  const { rows } = await sql<{ isAsked: boolean }>`
    select output is not null as "isAsked" from pgboss.job
    where name = ${name} and id = ${jobId} and state = 'active' for update`.execute(tx)
  return rows[0]?.isAsked ?? false
}
