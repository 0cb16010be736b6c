import { z } from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Sends what is due to one channel, one after another, so that none waits behind another's. */
export const deliverJob = defineJob({
  name: 'slack.deliver',
  schema: z.object({ organizationId: z.uuid(), connectionId: z.uuid(), channelId: z.string() }),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 120_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Finds what has become due again; whatever one run leaves undone, the next finds. */
export const dueJob = defineJob({
  name: 'slack.due',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60_000,
})

/** Revokes the tokens of connections that are gone. */
export const revokeJob = defineJob({
  name: 'slack.revoke',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 300_000,
  runsAgain: true,
})

/** Forgets what has served its time. */
export const forgetJob = defineJob({
  name: 'slack.forget',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 600_000,
})
