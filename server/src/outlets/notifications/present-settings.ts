import type { NotificationSettings } from '@leadlight/contract/notifications'
import type { MailTimes } from '@leadlight/domain/notifications'
import type { SettingRow } from './setting-store.ts'

/** The part of the settings that says when mails are sent. */
export function timesOf(row: SettingRow): MailTimes {
  const { frequency, time_zone, digest_hour, digest_weekday, quiet_from: from, quiet_to: to } = row
  const quiet_hours = from !== null && to !== null ? { from, to } : null
  return { frequency, time_zone, digest_hour, digest_weekday, quiet_hours }
}

const ADDRESS_REFUSED =
  'The mail server says that it takes no mail for your address. Check the address in your account.'
const NOT_TAKEN =
  'The mail server of this installation did not take it. Whoever runs Leadlight finds in its log what it said.'

export function presentSettings(row: SettingRow, waiting: number): NotificationSettings {
  return {
    ...timesOf(row),
    minimum_score: row.minimum_score,
    intent_signals: row.signal_ids,
    is_default: row.is_default,
    waiting,
    next_mail_at: row.next_mail_at?.toISOString() ?? null,
    last_mail_at: row.last_mail_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
    failure: row.failure === null ? null : row.failure === 'address_refused' ? ADDRESS_REFUSED : NOT_TAKEN,
  }
}
