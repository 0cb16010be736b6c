import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget, limitAudience } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockViews, requireRoom } from './require-view.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'
import { insertView, type ViewRow } from './view-store.ts'

/** Saves a set of filters under a name, for the actor alone or, for a member, for the team. */
export function saveView(
  { db, clock, newId }: TeamworkDependencies,
  actor: Actor,
  wanted: { projectId: string; name: string; query: string; isShared: boolean },
): Promise<ViewRow> {
  const { organizationId, userId } = actor
  const { projectId, name, query, isShared } = wanted
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await lockViews(tx, actor, projectId)
    if (isShared) requirePermission(actor, 'view.share')
    else limitAudience(userId)
    const view = { id: newId(), account_id: userId, name, query, is_shared: isShared }
    await requireRoom(tx, actor, projectId, view)
    nameTarget({ id: view.id })
    await insertView(tx, organizationId, { projectId, now: clock.now() }, view)
    return view
  })
}
