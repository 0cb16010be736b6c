import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { deleteCommunity } from './community-store.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** Stops listening to a community. Its leads stay. */
export async function removeCommunity(
  deps: Pick<SourceDependencies, 'db'>,
  actor: Actor,
  community: { projectId: string; id: string },
): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, community.projectId)
    const name = await deleteCommunity(tx, actor.organizationId, community)
    if (name !== undefined) nameTarget({ name })
    else throw new AppError('not_found', 'source_not_found', 'That source does not exist.')
  })
}
