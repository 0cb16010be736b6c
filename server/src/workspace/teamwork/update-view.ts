import { requirePermission, type Actor } from '../../platform/actor.ts'
import { limitAudience } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireOwnOrTeamView, requireRoom } from './require-view.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'
import { setView, type ViewRow } from './view-store.ts'

export interface ViewChange {
  projectId: string
  id: string
  name: string | undefined
  query: string | undefined
  isShared: boolean | undefined
}

/**
 * Changes the actor's own view or, for a member, a team view; what is left out stays. A team view that is no longer
 * shared becomes the caller's own.
 */
export function updateView(
  { db }: Pick<TeamworkDependencies, 'db'>,
  actor: Actor,
  { projectId, id, ...change }: ViewChange,
): Promise<ViewRow> {
  const { organizationId, userId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await requireOwnOrTeamView(tx, actor, { projectId, id })
    const is_shared = change.isShared ?? former.is_shared
    if (is_shared) requirePermission(actor, 'view.share')
    if (!is_shared && !former.is_shared) limitAudience(userId)
    const view: ViewRow = {
      id,
      account_id: is_shared ? former.account_id : userId,
      name: change.name ?? former.name,
      query: change.query ?? former.query,
      is_shared,
    }
    await requireRoom(tx, actor, projectId, view)
    await setView(tx, organizationId, view)
    return view
  })
}
