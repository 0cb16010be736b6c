import type { ProjectIds } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import type { QueueDependencies } from './column-dependencies.ts'
import { lockColumns } from '../columns/columns.ts'
import { lockQueues, startFilling } from './start-filling.ts'

/** Starts filling every column of the project that is not being filled; a paused one stays paused. */
export async function catchUp(
  deps: QueueDependencies & { db: Db },
  { organizationId, projectId }: ProjectIds,
): Promise<void> {
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await lockProjectForShare(tx, organizationId, projectId)
    await lockQueues(tx, projectId)
    for (const column of await lockColumns(tx, organizationId, [projectId])) await startFilling(tx, deps, column)
  })
}
