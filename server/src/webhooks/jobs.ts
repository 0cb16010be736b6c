import { z } from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Sends what is due to one webhook, one after another, so that none waits behind another's. */
export const deliverJob = defineJob({
  name: 'webhooks.deliver',
  schema: z.object({ organizationId: z.uuid(), webhookId: z.uuid() }),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 120_000,
  runsAgain: true,
  groupOf: ({ organizationId }) => organizationId,
})

/** Finds what has become due again; whatever one run leaves undone, the next finds. */
export const dueJob = defineJob({
  name: 'webhooks.due',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 60_000,
})

/** Forgets deliveries that are listed no more. */
export const forgetJob = defineJob({
  name: 'webhooks.forget',
  schema: z.object({}),
  retryLimit: 0,
  retryDelayMs: 1_000,
  expireMs: 600_000,
})

/** Tells by mail that a webhook was turned off. */
export const mailOffJob = defineJob({
  name: 'webhooks.mail-off',
  schema: z.object({ organizationId: z.uuid(), webhookId: z.uuid() }),
  retryLimit: 8,
  retryDelayMs: 2_000,
  expireMs: 60_000,
})
