import { sql } from 'kysely'
import { afterCommit, type Tx } from './db.ts'
import type { JobDefinition } from './jobs.ts'

/** Where jobs go that failed for good: waiting there, never run, until somebody looks. */
export const DEAD_LETTERS = 'dead.letters'

const DAY_S = 86_400
const WAITING_KEPT_S = 14 * DAY_S
const DEAD_KEPT_S = 90 * DAY_S
const ENDED_KEPT_S = 3600
/** The queue's own expiry is only a net under ours (see job-run.ts), so it comes later. */
const EXPIRE_MARGIN_S = 120
const EXPIRE_MAX_S = DAY_S

export interface Queues {
  /** Makes sure the queue of `job` exists for `tx` and, once it commits, for everybody. */
  ensure(tx: Tx, job: JobDefinition): Promise<void>
}

/** Remembers which queues are known to exist, by what was committed, so that a rolled back creation is repeated. */
export function createQueues(): Queues {
  const known = new Set<string>()
  return {
    async ensure(tx, job) {
      if (known.has(job.name)) return
      await createQueue(tx, DEAD_LETTERS, { policy: 'standard', retentionSeconds: DEAD_KEPT_S })
      await createQueue(tx, job.name, {
        policy: 'exclusive',
        retryLimit: job.retryLimit,
        retryDelay: Math.ceil(job.retryDelayMs / 1000),
        retryBackoff: true,
        expireInSeconds: Math.min(EXPIRE_MAX_S, Math.ceil(job.expireMs / 1000) + EXPIRE_MARGIN_S),
        retentionSeconds: WAITING_KEPT_S,
        deleteAfterSeconds: ENDED_KEPT_S,
        deadLetter: DEAD_LETTERS,
      })
      afterCommit(tx, () => known.add(job.name))
    },
  }
}

async function createQueue(tx: Tx, name: string, options: object): Promise<void> {
  await sql`select pgboss.create_queue(${name}, ${JSON.stringify(options)}::jsonb)`.execute(tx)
}
