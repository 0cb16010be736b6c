import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Ends, in the organization that a project has left, what would still lead to it. */
export const endAccessJob = defineJob({
  name: 'transfers.end-access',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
})
