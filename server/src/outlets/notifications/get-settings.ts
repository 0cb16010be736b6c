import type { NotificationSettings } from '@leadlight/contract/notifications'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { defaultSetting } from './begin-notifications.ts'
import { countWaiting } from './mail-store.ts'
import type { NotificationCallDependencies } from './notification-dependencies.ts'
import { presentSettings } from './present-settings.ts'
import { findSetting } from './setting-store.ts'

/** The actor's settings for mails of the project's new leads; the defaults where they never chose. */
export function getSettings(
  { db }: Pick<NotificationCallDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<NotificationSettings> {
  const { organizationId, userId: accountId } = actor
  const ids = { projectId, accountId }
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const row = (await findSetting(tx, organizationId, ids)) ?? defaultSetting(organizationId, ids)
    return presentSettings(row, await countWaiting(tx, organizationId, ids))
  })
}
