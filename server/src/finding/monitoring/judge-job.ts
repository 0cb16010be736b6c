import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

const HOUR_MS = 60 * 60 * 1000

/** Judges what waits for an organization's monitored signals. */
export const judgeWaitingJob = defineJob({
  name: 'monitoring.judge-waiting',
  schema: z.object({ organizationId: z.uuid() }),
  retryLimit: 5,
  retryDelayMs: 2_000,
  expireMs: HOUR_MS,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Updates what a project listens to, from its sources and monitored signals. */
export const refreshListeningJob = defineJob({
  name: 'monitoring.listen-anew',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid() }),
  retryLimit: 5,
  retryDelayMs: 1_000,
  expireMs: HOUR_MS,
})
