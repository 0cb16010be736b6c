import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

const mailing = {
  // The organization that has the project at that moment, in whose scope the transfer is seen.
  schema: z.object({ organizationId: z.uuid(), transferId: z.uuid() }),
  retryLimit: 10,
  retryDelayMs: 5_000,
  expireMs: 60_000,
}

/** Mails the addressee an offer. */
export const mailOfferJob = defineJob({ name: 'transfers.mail-offer', ...mailing })

/** Mails the offerer what became of their offer. */
export const mailAnswerJob = defineJob({ name: 'transfers.mail-answer', ...mailing })
