import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import { selectStatuses, type StatusRow, type StatusSet } from './status-store.ts'

/** The statuses of a set, in its order. */
export function listStatuses(
  { db }: Pick<StatusDependencies, 'db'>,
  actor: Actor,
  set: StatusSet,
): Promise<StatusRow[]> {
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, set.projectId)
    return selectStatuses(tx, actor.organizationId, set)
  })
}
