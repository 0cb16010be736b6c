import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Ends, in the organization that a project has left, what would still lead to it, and tells there of the move. */
export const endAccessJob = defineJob({
  name: 'transfers.end-access',
  schema: z.object({
    organizationId: z.uuid(),
    projectId: z.uuid(),
    /** Absent in jobs of an earlier version. */
    left: z
      .object({
        entryId: z.uuid(),
        projectName: z.string(),
        how: z.enum(['taken', 'given']),
        userId: z.uuid(),
        /** That of the organization which has it now. Absent in jobs of an earlier version. */
        organizationName: z.string().optional(),
      })
      .optional(),
  }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
})
