import { schedulerScope } from '../platform/scopes.ts'
import { deliverDue } from './deliver-due.ts'
import { deliverJob, dueJob, forgetJob, revokeJob } from './jobs.ts'
import { deleteJourneysBefore } from './journey-store.ts'
import { deleteMessagesBefore, selectDueChannels } from './message-store.ts'
import { deletePressesBefore } from './press-store.ts'
import { revokeTokens } from './revoke-tokens.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** They wait for Slack and cost this machine next to nothing. */
const SENT_TO_AT_ONCE = 32
const DUE_EVERY_MS = 5_000
const DUE_AT_ONCE = 1_000
const REVOKE_EVERY_MS = 60_000
const FORGET_EVERY_MS = 60 * 60_000
const FORGOTTEN_AT_ONCE = 1_000
const DAY_MS = 24 * 60 * 60_000
/** How long a message follows its lead. */
const MESSAGES_KEPT_MS = 90 * DAY_MS
/** A press that is signed anew is taken for five minutes; longer than that none comes twice. */
const PRESSES_KEPT_MS = DAY_MS

/** Says what this slice's jobs do; a process that works on jobs calls it before it starts them. */
export function registerSlackJobs(deps: SlackDependencies): void {
  const { jobs } = deps
  jobs.work(deliverJob, (place, signals) => deliverDue(deps, place, signals), { concurrency: SENT_TO_AT_ONCE })
  jobs.every(dueJob, DUE_EVERY_MS)
  jobs.work(dueJob, () => enqueueDue(deps))
  jobs.every(revokeJob, REVOKE_EVERY_MS)
  jobs.work(revokeJob, () => revokeTokens(deps))
  jobs.every(forgetJob, FORGET_EVERY_MS)
  jobs.work(forgetJob, (_payload, { signal }) => forgetOld(deps, signal))
}

/** Has the channels sent to that have something due again. */
export async function enqueueDue({ db, clock, jobs, app }: SlackDependencies): Promise<void> {
  if (!app) return
  await db.transaction(schedulerScope(), async (tx) => {
    for (const place of await selectDueChannels(tx, clock.now(), DUE_AT_ONCE)) {
      await jobs.enqueue(tx, deliverJob, place, { key: `${place.connectionId}:${place.channelId}` })
    }
  })
}

/** Forgets old messages, presses and journeys, some at a time. */
export async function forgetOld({ db, clock }: SlackDependencies, signal: AbortSignal): Promise<void> {
  const nowMs = clock.now().getTime()
  await db.transaction(schedulerScope(), async (tx) => {
    await deleteJourneysBefore(tx, new Date(nowMs))
    await deletePressesBefore(tx, new Date(nowMs - PRESSES_KEPT_MS))
  })
  const before = new Date(nowMs - MESSAGES_KEPT_MS)
  let forgotten = FORGOTTEN_AT_ONCE
  while (forgotten === FORGOTTEN_AT_ONCE && !signal.aborted) {
    forgotten = await db.transaction(schedulerScope(), (tx) => deleteMessagesBefore(tx, before, FORGOTTEN_AT_ONCE))
  }
}
