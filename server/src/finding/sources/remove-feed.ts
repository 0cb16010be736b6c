import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { deleteFeed } from './feed-store.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** Stops reading a feed. Its leads stay. */
export async function removeFeed(
  deps: SourceDependencies,
  actor: Actor,
  feed: { projectId: string; id: string },
): Promise<void> {
  await deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, feed.projectId)
    const name = await deleteFeed(tx, actor.organizationId, feed)
    if (name !== undefined) nameTarget({ name })
    else throw new AppError('not_found', 'source_not_found', 'That feed does not exist.')
  })
}
