import { z } from 'zod'
import { dueJobOf, cleanUpJobOf, sendingJob } from '../outbox/delivery.ts'

/** Sends somebody's due mails about a project. */
export const mailJob = sendingJob(
  'notifications.mail',
  z.object({ organizationId: z.uuid(), projectId: z.uuid(), accountId: z.uuid() }),
)

/** Finds whose mail has become due. */
export const dueJob = dueJobOf('notifications')

/** Deletes old mails. */
export const cleanUpJob = cleanUpJobOf('notifications')
