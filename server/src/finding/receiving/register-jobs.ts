import { WAITING_DAYS_MAX } from '@leadlight/domain/receiving'
import { schedulerScope } from '../../platform/scopes.ts'
import { judgeWaiting } from './judge-waiting.ts'
import { createMailboxReader, MAILBOX_EVERY_MS } from './mailbox/mailbox-reader.ts'
import type { ReceivingDependencies } from './receiving-dependencies.ts'
import { judgeReceivedJob, readMailboxJob, sweepJob } from './receiving-jobs.ts'
import { deleteWaitingBefore, selectProjectsWaiting } from './waiting-store.ts'

const PROJECTS_AT_ONCE = 2
const SWEEP_EVERY_MS = 60_000
const DELETED_AT_ONCE = 1_000
const DAY_MS = 24 * 60 * 60_000

/** Registers this slice's job handlers. A worker process calls it before it starts them. */
export function registerReceivingJobs(deps: ReceivingDependencies): void {
  const { jobs } = deps
  jobs.work(judgeReceivedJob, (ids, context) => judgeWaiting(deps, ids, context), { concurrency: PROJECTS_AT_ONCE })
  jobs.every(sweepJob, SWEEP_EVERY_MS)
  jobs.work(sweepJob, () => sweep(deps))
  const readMailbox = createMailboxReader(deps)
  if (deps.mailbox !== undefined) jobs.every(readMailboxJob, MAILBOX_EVERY_MS)
  jobs.work(readMailboxJob, (_, context) => readMailbox(context))
}

/** Has everything judged that waits, and deletes what has waited for too long. */
export async function sweep({ db, clock, jobs }: Pick<ReceivingDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const before = new Date(clock.now().getTime() - WAITING_DAYS_MAX * DAY_MS)
  let deleted = DELETED_AT_ONCE
  while (deleted === DELETED_AT_ONCE) {
    deleted = await db.transaction(schedulerScope(), (tx) => deleteWaitingBefore(tx, before, DELETED_AT_ONCE))
  }
  await db.transaction(schedulerScope(), async (tx) => {
    for (const ids of await selectProjectsWaiting(tx)) {
      await jobs.enqueue(tx, judgeReceivedJob, ids, { key: ids.projectId })
    }
  })
}
