import { MAIL_TIMES_DEFAULT } from '@leadlight/domain/notifications'
import { startReading } from '../outbox/start-reading.ts'
import type { Tx } from '../../platform/db.ts'
import { insertSetting, type SettingIds, type SettingRow } from './setting-store.ts'

/** Mails the project's new leads daily to its creator, until they choose otherwise. Others begin without mails. */
export async function beginNotifications(tx: Tx, organizationId: string, ids: SettingIds): Promise<void> {
  await insertSetting(tx, { ...defaultSetting(organizationId, ids), frequency: 'daily' })
  await startReading(tx, { organizationId, projectId: ids.projectId })
}

/** The settings of somebody who has none. */
export function defaultSetting(organizationId: string, { projectId, accountId }: SettingIds): SettingRow {
  const { frequency, time_zone, digest_hour, digest_weekday } = MAIL_TIMES_DEFAULT
  return {
    organization_id: organizationId,
    project_id: projectId,
    account_id: accountId,
    frequency,
    minimum_score: null,
    signal_ids: [],
    quiet_from: null,
    quiet_to: null,
    time_zone,
    digest_hour,
    digest_weekday,
    is_default: true,
    next_mail_at: null,
    last_mail_at: null,
    failing_since: null,
    failure: null,
  }
}
