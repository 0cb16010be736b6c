import type { RemovalDependencies } from './removal-dependencies.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { projectNotFound, requireProject } from '../../core/projects/require-project.ts'
import { removeProject } from './remove-project.ts'

/** Deletes a project of the actor's organization for good. Of two who do it at the same moment, one gets 404. */
export async function deleteProject(deps: RemovalDependencies, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, 'project.delete')
  const { name } = await deps.db.transaction(organizationScope(actor.organizationId), (tx) =>
    requireProject(tx, actor, id),
  )
  nameTarget({ name })
  if ((await removeProject(deps, actor.organizationId, id)) === 'missing') throw projectNotFound()
}
