import { MAILS_KEPT_DAYS } from '@leadlight/domain/notifications'
import { enqueueDueOf, registerDelivery, type Delivery } from '../outbox/delivery.ts'
import { dueJob, cleanUpJob, mailJob } from './jobs.ts'
import { deleteMailsBefore } from './mail-store.ts'
import type { NotificationDependencies } from './notification-dependencies.ts'
import { sendDue } from './send-due.ts'
import { selectDue } from './setting-store.ts'

/** Mails sent at a time. A mailbox that is slow to refuse takes one of these slots. */
const MAILED_AT_ONCE = 8
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const MAILS: Delivery<typeof mailJob.schema> = {
  sendJob: mailJob,
  dueJob,
  cleanUpJob,
  selectDue,
  dueAtOnce: 500,
  keyOf: ({ projectId, accountId }) => `${projectId}:${accountId}`,
  cleanUpEveryMs: 6 * HOUR_MS,
  cleanUp: (tx, now, limit) => deleteMailsBefore(tx, new Date(now.getTime() - MAILS_KEPT_DAYS * DAY_MS), limit),
}

export function registerNotificationJobs(deps: NotificationDependencies): void {
  deps.jobs.work(mailJob, (ids) => sendDue(deps, ids), { concurrency: MAILED_AT_ONCE })
  registerDelivery(deps, MAILS)
}

/** Enqueues a job for everybody whose mail is due, or due again. */
export function enqueueDue(deps: Pick<NotificationDependencies, 'db' | 'clock' | 'jobs'>): Promise<void> {
  return enqueueDueOf(deps, MAILS)
}
