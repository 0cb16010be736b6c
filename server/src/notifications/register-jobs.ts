import { MAILS_KEPT_DAYS } from '@leadlight/domain/notifications'
import { schedulerScope } from '../platform/scopes.ts'
import { dueJob, forgetJob, mailJob } from './jobs.ts'
import { deleteMailsBefore } from './mail-store.ts'
import type { NotificationDependencies } from './notification-dependencies.ts'
import { sendDue } from './send-due.ts'
import { selectDue } from './setting-store.ts'

const DUE_EVERY_MS = 5_000
const DUE_AT_ONCE = 500
/** Mails on their way at a time. A mailbox that is slow to refuse takes one of these places. */
const MAILED_AT_ONCE = 8
const DAY_MS = 24 * 60 * 60 * 1000
const FORGET_EVERY_MS = 6 * 60 * 60 * 1000
const FORGOTTEN_AT_ONCE = 1_000

export function registerNotificationJobs(deps: NotificationDependencies): void {
  const { jobs } = deps
  jobs.work(mailJob, (place) => sendDue(deps, place), { concurrency: MAILED_AT_ONCE })
  jobs.every(dueJob, DUE_EVERY_MS)
  jobs.work(dueJob, () => enqueueDue(deps))
  jobs.every(forgetJob, FORGET_EVERY_MS)
  jobs.work(forgetJob, (_payload, { signal }) => forgetOld(deps, signal))
}

/** Has everybody mailed whose mail is due, or due again. */
export async function enqueueDue({
  db,
  clock,
  jobs,
}: Pick<NotificationDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDue(tx, clock.now(), DUE_AT_ONCE)) {
      await jobs.enqueue(tx, mailJob, place, { key: `${place.projectId}:${place.accountId}` })
    }
  })
}

/** Forgets what was mailed long ago, some at a time. */
export async function forgetOld(
  { db, clock }: Pick<NotificationDependencies, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - MAILS_KEPT_DAYS * DAY_MS)
  let forgotten = FORGOTTEN_AT_ONCE
  while (forgotten === FORGOTTEN_AT_ONCE && !signal.aborted) {
    forgotten = await db.transaction(schedulerScope(), (tx) => deleteMailsBefore(tx, before, FORGOTTEN_AT_ONCE))
  }
}
