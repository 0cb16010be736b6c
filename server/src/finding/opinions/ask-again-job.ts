import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { defineJob, type Jobs } from '../../platform/jobs.ts'

const MINUTE_MS = 60_000
/** How long after each try the next is made; after the last there is no other. */
const WAITS_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS)
/** While the provider is known to be down no try is counted, but an opinion waits no longer than this. */
export const ASKED_FOR_MS = 24 * 60 * MINUTE_MS
export const PAUSED_WAIT_MS = 5 * MINUTE_MS
export const TRIES_MAX = WAITS_MS.length + 1

/** Asks again for an organization's second opinions that are due. */
export const askAgainJob = defineJob({
  name: 'opinions.ask-again',
  schema: z.object({ organizationId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 5_000,
  expireMs: 30 * MINUTE_MS,
  groupOf: ({ organizationId }) => organizationId,
})

/** When the next try is due after so many. */
export function nextTryAfter(tries: number, now: Date): Date {
  return new Date(now.getTime() + (WAITS_MS[tries - 1] ?? PAUSED_WAIT_MS))
}

/** Schedules the job for an organization's opinions: one job a minute at most, however many are due. */
export async function enqueueAskAgain(
  tx: Tx,
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  organizationId: string,
  dueAt: Date,
): Promise<void> {
  const minute = Math.ceil(dueAt.getTime() / MINUTE_MS)
  const startAfterMs = Math.max(0, minute * MINUTE_MS - clock.now().getTime())
  await jobs.enqueue(tx, askAgainJob, { organizationId }, { key: `${organizationId}:${minute}`, startAfterMs })
}
