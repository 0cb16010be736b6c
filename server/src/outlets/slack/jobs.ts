import { z } from 'zod'
import { dueJobOf, forgetJobOf, sendingJob } from '../outbox/way-out.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Sends what is due to one channel. */
export const deliverJob = sendingJob(
  'slack.deliver',
  z.object({ organizationId: z.uuid(), connectionId: z.uuid(), channelId: z.string() }),
)

/** Finds the channels that something has become due for again. */
export const dueJob = dueJobOf('slack')

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
export const forgetJob = forgetJobOf('slack')
