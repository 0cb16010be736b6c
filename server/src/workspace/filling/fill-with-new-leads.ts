import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import type { QueueDependencies } from './column-dependencies.ts'
import { lockColumns } from '../columns/columns.ts'
import { lockQueues, startFilling } from './start-filling.ts'
import { queueLeads } from '../leads/column-values.ts'

/**
 * Queues leads that are new to the project for its smart columns, in the caller's transaction. Called before the
 * credits are locked, since whoever fills a column locks the column first.
 */
export async function fillWithNewLeads(
  tx: Tx,
  deps: QueueDependencies,
  { organizationId, projectId, leadIds }: { organizationId: string; projectId: string; leadIds: readonly string[] },
): Promise<void> {
  if (leadIds.length === 0) return
  const [, , columns] = await pipelineStatements([
    lockProjectForShare(tx, organizationId, projectId),
    lockQueues(tx, projectId),
    lockColumns(tx, organizationId, [projectId]),
  ])
  if (columns.length === 0) return
  await queueLeads(tx, organizationId, { columns, leadIds })
  for (const column of columns) await startFilling(tx, deps, column)
}
