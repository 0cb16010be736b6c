import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Draws an audit sample for one signal, unless this week has one. */
export const drawAuditJob = defineJob({
  name: 'learning.draw-audit',
  schema: z.object({ organizationId: z.uuid(), signalId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 2_000,
  expireMs: 60_000,
  groupOf: ({ organizationId }) => organizationId,
})
