import type { Tx } from '../../platform/db.ts'
import { deleteSettings, type SettingIds } from './setting-store.ts'

/** Deletes mail settings and waiting leads: of a project, of somebody who leaves, or of a guest in a project. */
export function deleteNotifications(tx: Tx, organizationId: string, whose: Partial<SettingIds>): Promise<void> {
  return deleteSettings(tx, organizationId, whose)
}
