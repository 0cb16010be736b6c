import { DELIVERIES_KEPT_DAYS } from '@leadlight/domain/webhooks'
import { enqueueDueOf, cleanUpOf, registerDelivery, type Delivery } from '../outbox/delivery.ts'
import { deliverDue } from './deliver-due.ts'
import { deleteDeliveriesBefore } from './delivery-list.ts'
import { selectDueWebhooks } from './delivery-store.ts'
import { deliverJob, dueJob, cleanUpJob, mailOffJob } from './jobs.ts'
import { mailOff } from './mail-off.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'

/** They wait for others' machines and cost this one next to nothing. */
const SENT_TO_AT_ONCE = 32
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const WEBHOOKS: Delivery<typeof deliverJob.schema> = {
  sendJob: deliverJob,
  dueJob,
  cleanUpJob,
  selectDue: selectDueWebhooks,
  dueAtOnce: 1_000,
  keyOf: ({ webhookId }) => webhookId,
  cleanUpEveryMs: HOUR_MS,
  cleanUp: (tx, now, limit) =>
    deleteDeliveriesBefore(tx, new Date(now.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS), limit),
}

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerWebhookJobs(deps: WebhookDependencies): void {
  deps.jobs.work(deliverJob, (ids, signals) => deliverDue(deps, ids, signals), { concurrency: SENT_TO_AT_ONCE })
  registerDelivery(deps, WEBHOOKS)
  deps.jobs.work(mailOffJob, (ids) => mailOff(deps, ids))
}

/** Enqueues a job for every webhook with deliveries due again. */
export function enqueueDue(deps: WebhookDependencies): Promise<void> {
  return enqueueDueOf(deps, WEBHOOKS)
}

/** Deletes deliveries that are no longer listed, in batches. */
export function cleanUpOld(deps: WebhookDependencies, signal: AbortSignal): Promise<void> {
  return cleanUpOf(deps, WEBHOOKS, signal)
}
