import { MAIL_FREQUENCIES } from '@leadlight/domain/notifications'
import { isTimeZone } from '@leadlight/domain/wall-clock'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, ProjectParams } from './shapes.ts'

const path = '/api/v1/notification-settings/{projectId}'

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00')

const QuietHours = z
  .strictObject({ from: Clock, to: Clock })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must be another time than the beginning' })

const fields = {
  frequency: z.enum(MAIL_FREQUENCIES),
  /** Only leads with at least this score; null for all. */
  minimum_score: z.number().int().min(0).max(100).nullable(),
  /** Only leads of one of these signals; empty for all. */
  intent_signals: z.array(Id).max(100),
  /** When nothing is mailed. What is found meanwhile comes in one mail at their end. Null for none. */
  quiet_hours: QuietHours.nullable(),
  /** An IANA name. Hours and days are those of its clocks. */
  time_zone: z.string().max(100).refine(isTimeZone, 'Must be a time zone such as Europe/Berlin'),
  /** For daily and weekly mails. */
  digest_hour: z.number().int().min(0).max(23),
  /** For weekly mails: 1 for Monday to 7 for Sunday. */
  digest_weekday: z.number().int().min(1).max(7),
}

export const NotificationSettings = z.object({
  ...fields,
  /** Whether nobody has chosen these settings yet. */
  is_default: z.boolean(),
  /** How many leads wait for the next mail. */
  waiting: z.number().int(),
  next_mail_at: Instant.nullable(),
  last_mail_at: Instant.nullable(),
  /** Since when every mail has failed, and a sentence on why the last one did. */
  failing_since: Instant.nullable(),
  failure: z.string().nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const getNotificationSettings = endpoint({
  name: 'getNotificationSettings',
  method: 'GET',
  path,
  summary: 'How the caller is mailed the project’s new leads.',
  access: 'notification.own',
  params: ProjectParams,
  reply: NotificationSettings,
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const updateNotificationSettings = endpoint({
  name: 'updateNotificationSettings',
  method: 'PUT',
  path,
  summary: 'Changes how the caller is mailed the project’s new leads. What is left out stays.',
  access: 'notification.own',
  params: ProjectParams,
  body: z
    .strictObject(fields)
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Send at least one field'),
  reply: NotificationSettings,
  errors: ['project_not_found', 'signal_not_found'],
  audit: ['frequency', 'minimum_score', 'intent_signals', 'digest_hour', 'digest_weekday'],
})

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Ends the mails about a project’s new leads, by the link that each of them carries (RFC 8058).',
  access: 'public',
  query: z.object({ t: z.string().min(1).max(2000) }),
  /** Null if the project, or the person in it, is gone. */
  reply: z.object({ project_name: z.string().nullable() }),
  errors: ['unsubscribe_link_invalid'],
})
