import { enqueueDueOf, registerDelivery, type Delivery } from '../outbox/delivery.ts'
import { deliverDue } from './deliver-due.ts'
import { deliverJob, dueJob, cleanUpJob, revokeJob } from './jobs.ts'
import { deleteJourneysBefore } from './journey-store.ts'
import { deleteMessagesBefore, selectDueChannels } from './message-store.ts'
import { deletePressesBefore } from './press-store.ts'
import { revokeTokens } from './revoke-tokens.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** They wait for Slack and cost this machine next to nothing. */
const SENT_TO_AT_ONCE = 32
const REVOKE_EVERY_MS = 60_000
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** How long a message follows its lead. */
export const MESSAGES_KEPT_DAYS = 90
/** A press is accepted within five minutes of its signature; none older can repeat. */
const PRESSES_KEPT_MS = DAY_MS

const CHANNELS: Delivery<typeof deliverJob.schema> = {
  sendJob: deliverJob,
  dueJob,
  cleanUpJob,
  selectDue: selectDueChannels,
  dueAtOnce: 1_000,
  keyOf: ({ connectionId, channelId }) => `${connectionId}:${channelId}`,
  cleanUpEveryMs: HOUR_MS,
  /** Also deletes old journeys and presses. */
  async cleanUp(tx, now, limit) {
    await deleteJourneysBefore(tx, now)
    await deletePressesBefore(tx, new Date(now.getTime() - PRESSES_KEPT_MS))
    return deleteMessagesBefore(tx, new Date(now.getTime() - MESSAGES_KEPT_DAYS * DAY_MS), limit)
  },
}

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerSlackJobs(deps: SlackDependencies): void {
  const { jobs } = deps
  jobs.work(deliverJob, (ids, signals) => deliverDue(deps, ids, signals), { concurrency: SENT_TO_AT_ONCE })
  // Without an app at Slack, waiting messages stay.
  registerDelivery(deps, deps.app ? CHANNELS : { ...CHANNELS, selectDue: () => Promise.resolve([]) })
  jobs.every(revokeJob, REVOKE_EVERY_MS)
  jobs.work(revokeJob, () => revokeTokens(deps))
}

/** Enqueues a job for every channel with something due again. */
export async function enqueueDue(deps: SlackDependencies): Promise<void> {
  if (deps.app) await enqueueDueOf(deps, CHANNELS)
}
