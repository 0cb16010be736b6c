import { z } from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Sends somebody what is due of a project's mails. One job a person and project, so that none waits behind another's. */
export const mailJob = defineJob({
  name: 'notifications.mail',
  schema: z.object({ organizationId: z.uuid(), projectId: z.uuid(), accountId: z.uuid() }),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 120_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Finds what has become due; whatever one run leaves undone, the next finds. */
export const dueJob = defineJob({
  name: 'notifications.due',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60_000,
})

/** Forgets what was mailed long ago. */
export const forgetJob = defineJob({
  name: 'notifications.forget',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 600_000,
})
