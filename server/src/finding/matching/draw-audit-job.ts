import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Draws from what one signal has passed over, unless that was done this week. */
export const drawAuditJob = defineJob({
  name: 'learning.draw-audit',
  schema: z.object({ organizationId: z.uuid(), signalId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 2_000,
  expireMs: 60_000,
  groupOf: ({ organizationId }) => organizationId,
})
