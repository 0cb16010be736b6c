import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Judges what waits in one project. */
export const judgeReceivedJob = defineJob({
  name: 'receiving.judge',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 5_000,
  expireMs: 10 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Reads the operator’s mailbox, on one worker at a time. */
export const readMailboxJob = defineJob({
  name: 'receiving.read-mailbox',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 10 * 60_000,
})

/** Has everything judged that waits, such as for credits, and deletes what has waited for too long. */
export const sweepJob = defineJob({
  name: 'receiving.sweep',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60_000,
})
