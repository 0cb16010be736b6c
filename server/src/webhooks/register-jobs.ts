import { DELIVERIES_KEPT_DAYS } from '@leadlight/domain/webhooks'
import { schedulerScope } from '../platform/scopes.ts'
import { deliverDue } from './deliver-due.ts'
import { deleteDeliveriesBefore } from './delivery-list.ts'
import { selectDueWebhooks } from './delivery-store.ts'
import { deliverJob, dueJob, forgetJob, mailOffJob } from './jobs.ts'
import { mailOff } from './mail-off.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'

/** They wait for others' machines and cost this one next to nothing. */
const SENT_TO_AT_ONCE = 32
const DUE_EVERY_MS = 5_000
const DUE_AT_ONCE = 1_000
const FORGET_EVERY_MS = 60 * 60_000
const FORGOTTEN_AT_ONCE = 1_000
const DAY_MS = 24 * 60 * 60_000

/** Says what this slice's jobs do; a process that works on jobs calls it before it starts them. */
export function registerWebhookJobs(deps: WebhookDependencies): void {
  const { jobs } = deps
  jobs.work(deliverJob, (place, signals) => deliverDue(deps, place, signals), { concurrency: SENT_TO_AT_ONCE })
  jobs.every(dueJob, DUE_EVERY_MS)
  jobs.work(dueJob, () => enqueueDue(deps))
  jobs.every(forgetJob, FORGET_EVERY_MS)
  jobs.work(forgetJob, (_payload, { signal }) => forgetOld(deps, signal))
  jobs.work(mailOffJob, (place) => mailOff(deps, place))
}

/** Has the webhooks called whose deliveries are due again. */
export async function enqueueDue({ db, clock, jobs }: WebhookDependencies): Promise<void> {
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDueWebhooks(tx, clock.now(), DUE_AT_ONCE)) {
      await jobs.enqueue(tx, deliverJob, place, { key: place.webhookId })
    }
  })
}

/** Forgets what is listed no more, some at a time. */
export async function forgetOld({ db, clock }: WebhookDependencies, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS)
  let forgotten = FORGOTTEN_AT_ONCE
  while (forgotten === FORGOTTEN_AT_ONCE && !signal.aborted) {
    forgotten = await db.transaction(schedulerScope(), (tx) => deleteDeliveriesBefore(tx, before, FORGOTTEN_AT_ONCE))
  }
}
