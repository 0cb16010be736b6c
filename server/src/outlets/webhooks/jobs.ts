import { z } from 'zod'
import { dueJobOf, cleanUpJobOf, sendingJob } from '../outbox/delivery.ts'
import { defineJob } from '../../platform/jobs.ts'

/** Sends what is due to one webhook. */
export const deliverJob = sendingJob('webhooks.deliver', z.object({ organizationId: z.uuid(), webhookId: z.uuid() }))

/** Finds the webhooks with deliveries due again. */
export const dueJob = dueJobOf('webhooks')

/** Deletes deliveries that are no longer listed. */
export const cleanUpJob = cleanUpJobOf('webhooks')

/** Mails that a webhook was turned off. */
export const mailOffJob = defineJob({
  name: 'webhooks.mail-off',
  schema: z.object({ organizationId: z.uuid(), webhookId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 2_000,
  expireMs: 60_000,
})
