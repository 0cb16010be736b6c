import { z } from 'zod'
import { dueJobOf, cleanUpJobOf, sendingJob } from '../outbox/delivery.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Sends what is due to one channel. */
export const deliverJob = sendingJob(
  'slack.deliver',
  z.object({ organizationId: z.uuid(), connectionId: z.uuid(), channelId: z.string() }),
)

/** Finds the channels that have something due again. */
export const dueJob = dueJobOf('slack')

/** Revokes the tokens of deleted connections. */
export const revokeJob = defineJob({
  name: 'slack.revoke',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 300_000,
  runsAgain: true,
})

/** Deletes what is old enough. */
export const cleanUpJob = cleanUpJobOf('slack')
