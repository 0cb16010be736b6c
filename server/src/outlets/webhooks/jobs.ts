import { z } from 'zod'
import { dueJobOf, forgetJobOf, sendingJob } from '../outbox/way-out.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Sends what is due to one webhook. */
export const deliverJob = sendingJob('webhooks.deliver', z.object({ organizationId: z.uuid(), webhookId: z.uuid() }))

/** Finds the webhooks whose deliveries have become due again. */
export const dueJob = dueJobOf('webhooks')

/** Forgets deliveries that are listed no more. */
export const forgetJob = forgetJobOf('webhooks')

/** Tells by mail that a webhook was turned off. */
export const mailOffJob = defineJob({
  name: 'webhooks.mail-off',
  schema: z.object({ organizationId: z.uuid(), webhookId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 2_000,
  expireMs: 60_000,
})
