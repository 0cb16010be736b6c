import type { Tx } from '../../platform/db.ts'
import { deleteThemePosts, deleteThemesIn } from './theme-store.ts'

/** Deletes the themes of a project that has moved here: they were found among what its former organization listened to. */
export function deleteThemes(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  return deleteThemesIn(tx, { organizationId, projectId })
}

/** Takes erased posts out of all themes: they are neither counted nor quoted any more. */
export function takeOutOfThemes(tx: Tx, postIds: readonly string[]): Promise<void> {
  return deleteThemePosts(tx, postIds)
}
