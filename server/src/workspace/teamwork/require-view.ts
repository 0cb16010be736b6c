import { isSameName } from '@leadlight/domain/statuses'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockName } from '../../platform/named-lock.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findView, selectBeside, type ViewRow } from './view-store.ts'

/** The limit of a project's team views, and of one person's own. */
export const VIEWS_MAX = 100

/** Locks the project's views: nobody else saves, changes or deletes one until the transaction ends. */
export async function lockViews(tx: Tx, actor: Actor, projectId: string): Promise<void> {
  await requireProject(tx, actor, projectId)
  await lockName(tx, `views:${projectId}`)
}

/** A view that the actor may change, with the project's views locked. Somebody else's own view is "not found". */
export async function requireOwnOrTeamView(
  tx: Tx,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<ViewRow> {
  await lockViews(tx, actor, ids.projectId)
  const view = await findView(tx, actor.organizationId, { ...ids, userId: actor.userId })
  if (!view) throw new AppError('not_found', 'view_not_found', 'That view does not exist.')
  if (view.is_shared) requirePermission(actor, 'view.share')
  return view
}

/** Refuses a view beyond the limit, or with the name of another view beside it. */
export async function requireRoom(
  tx: Tx,
  actor: Actor,
  projectId: string,
  view: Pick<ViewRow, 'id' | 'name' | 'is_shared'>,
): Promise<void> {
  const ids = { projectId, userId: actor.userId }
  const { names, isNameTaken } = await selectBeside(tx, actor.organizationId, ids, view)
  if (isNameTaken || names.some((name) => isSameName(name, view.name))) {
    const whose = view.is_shared ? 'The team has' : 'You have'
    throw new AppError('conflict', 'view_name_taken', `${whose} a view called “${view.name}” already.`)
  }
  if (names.length >= VIEWS_MAX) {
    const detail = `There can be at most ${VIEWS_MAX} views. Delete one that you no longer need.`
    throw new AppError('conflict', 'view_limit_reached', detail)
  }
}
