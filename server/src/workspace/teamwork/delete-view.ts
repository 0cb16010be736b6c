import type { Actor } from '../../platform/actor.ts'
import { limitAudience, nameTarget } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireOwnOrTeamView } from './require-view.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'
import { deleteViewRow } from './view-store.ts'

/** Deletes the actor's own view or, for a member, a team view. */
export function deleteView(
  { db }: Pick<TeamworkDependencies, 'db'>,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<void> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const { id, name, is_shared: isShared } = await requireOwnOrTeamView(tx, actor, ids)
    if (isShared) nameTarget({ name })
    else limitAudience(actor.userId)
    await deleteViewRow(tx, actor.organizationId, id)
  })
}
