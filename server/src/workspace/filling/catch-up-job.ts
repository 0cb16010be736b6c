import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Fills what waits in a project's smart columns, since restored leads may have been passed over. */
export const catchUpJob = defineJob({
  name: 'columns.catch-up',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 2_000,
  expireMs: 60_000,
  groupOf: ({ organizationId }) => organizationId,
})
