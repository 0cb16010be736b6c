import type { NotificationSettings, updateNotificationSettings } from '@leadlight/contract/notifications'
import { nextMailAt } from '@leadlight/domain/notifications'
import type { z } from 'zod'
import { startReading } from '../outbox/start-reading.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { requireSignals } from '../../core/signals/require-signal.ts'
import { defaultSetting } from './begin-notifications.ts'
import { countWaiting, deleteWaiting } from './mail-store.ts'
import type { NotificationCallDependencies } from './notification-dependencies.ts'
import { presentSettings, timesOf } from './present-settings.ts'
import { insertSetting, lockSetting, updateSetting, type SettingIds, type SettingRow } from './setting-store.ts'

type Edit = z.output<(typeof updateNotificationSettings)['body']>

/**
 * Changes the actor's settings for mails of the project's new leads. Queued leads follow the new settings; where mails
 * are turned off, they are dropped.
 */
export function updateSettings(
  { db, clock }: Pick<NotificationCallDependencies, 'db' | 'clock'>,
  actor: Actor,
  { projectId, ...edit }: Edit & { projectId: string },
): Promise<NotificationSettings> {
  const { organizationId, userId: accountId } = actor
  const ids = { projectId, accountId }
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await insertSetting(tx, defaultSetting(organizationId, ids))
    const before = (await lockSetting(tx, organizationId, ids)) ?? defaultSetting(organizationId, ids)
    // A signal chosen earlier and deleted since is no error.
    const added = (edit.intent_signals ?? []).filter((id) => !before.signal_ids.includes(id))
    await requireSignals(tx, organizationId, { projectId, ids: added })
    const after = await settle(tx, changed(before, edit), clock.now())
    if (after.frequency !== 'off') await startReading(tx, { organizationId, projectId })
    return presentSettings(after, await countWaiting(tx, organizationId, ids))
  })
}

/** Turns somebody's mails about a project off, and drops their queued leads; false where they were off or never set. */
export async function turnOff(tx: Tx, organizationId: string, ids: SettingIds, now: Date): Promise<boolean> {
  const before = await lockSetting(tx, organizationId, ids)
  if (!before || before.frequency === 'off') return false
  await settle(tx, { ...before, frequency: 'off', is_default: false }, now)
  return true
}

function changed(row: SettingRow, edit: Edit): SettingRow {
  const { frequency, minimum_score, intent_signals, quiet_hours, time_zone, digest_hour, digest_weekday } = edit
  return {
    ...row,
    ...(frequency !== undefined && { frequency }),
    ...(minimum_score !== undefined && { minimum_score }),
    ...(intent_signals !== undefined && { signal_ids: [...new Set(intent_signals)] }),
    ...(quiet_hours !== undefined && { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null }),
    ...(time_zone !== undefined && { time_zone }),
    ...(digest_hour !== undefined && { digest_hour }),
    ...(digest_weekday !== undefined && { digest_weekday }),
    is_default: false,
  }
}

/** Stores a row, with the next mail's time as its settings now say. */
async function settle(tx: Tx, row: SettingRow, now: Date): Promise<SettingRow> {
  const { organization_id: organizationId, project_id: projectId, account_id: accountId, ...rest } = row
  const ids = { projectId, accountId }
  if (row.frequency === 'off') await deleteWaiting(tx, organizationId, ids)
  const isWaiting = (await countWaiting(tx, organizationId, ids)) > 0
  const next_mail_at = isWaiting ? nextMailAt(timesOf(row), now, row.last_mail_at) : null
  await updateSetting(tx, organizationId, ids, { ...rest, next_mail_at })
  return { ...row, next_mail_at }
}
