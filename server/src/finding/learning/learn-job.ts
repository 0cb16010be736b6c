import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Learns again from a signal's labels and re-scores its leads. */
export const learnJob = defineJob({
  name: 'learning.learn',
  schema: z.object({ organizationId: z.uuid(), signalId: z.uuid() }),
  retryLimit: 5,
  retryDelayMs: 1_000,
  expireMs: 10 * 60_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})
