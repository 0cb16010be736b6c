import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { VIEWS_MAX } from './require-view.ts'
import type { TeamworkDependencies } from './teamwork-dependencies.ts'
import { selectViews, type ViewRow } from './view-store.ts'

/** The actor's own views and the team's, by name. */
export function listViews(
  { db }: Pick<TeamworkDependencies, 'db'>,
  actor: Actor,
  projectId: string,
): Promise<ViewRow[]> {
  const { organizationId, userId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return selectViews(tx, organizationId, { projectId, userId }, 2 * VIEWS_MAX)
  })
}
