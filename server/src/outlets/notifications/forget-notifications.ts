import type { Tx } from '../../platform/db.ts'
import { deleteSettings, type SettingPlace } from './setting-store.ts'

/** Deletes mail settings and waiting leads: of a project, of somebody who leaves, or of a guest in a project. */
export function forgetNotifications(tx: Tx, organizationId: string, whose: Partial<SettingPlace>): Promise<void> {
  return deleteSettings(tx, organizationId, whose)
}
