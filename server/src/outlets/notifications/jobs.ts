import { z } from 'zod'
import { dueJobOf, forgetJobOf, sendingJob } from '../outbox/way-out.ts'

/** Sends somebody what is due of a project's mails. */
export const mailJob = sendingJob(
  'notifications.mail',
  z.object({ organizationId: z.uuid(), projectId: z.uuid(), accountId: z.uuid() }),
)

/** Finds whose mail has become due. */
export const dueJob = dueJobOf('notifications')

/** Forgets what was mailed long ago. */
export const forgetJob = forgetJobOf('notifications')
