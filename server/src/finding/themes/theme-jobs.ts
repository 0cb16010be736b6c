import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** Finds the themes of one project anew. */
export const findThemesJob = defineJob({
  name: 'themes.find',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 2,
  retryDelayMs: 60_000,
  expireMs: 15 * 60_000,
  groupOf: ({ organizationId }) => organizationId,
})

/** Has the themes found that are due. */
export const sweepThemesJob = defineJob({
  name: 'themes.sweep',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60_000,
})
