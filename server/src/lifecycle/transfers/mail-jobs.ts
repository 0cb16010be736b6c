import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

const mailing = {
  // Whose the project is at that moment, in whose scope the transfer is seen.
  schema: z.object({ organizationId: z.uuid(), transferId: z.uuid() }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
}

/** Tells the addressee what they are offered. */
export const mailOfferJob = defineJob({ name: 'transfers.mail-offer', ...mailing })

/** Tells whoever offered a project what became of the offer. */
export const mailAnswerJob = defineJob({ name: 'transfers.mail-answer', ...mailing })
