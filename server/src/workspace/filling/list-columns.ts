import type { SmartColumn } from '@leadlight/contract/columns'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectColumns } from '../columns/columns.ts'
import { describeColumns } from './describe-columns.ts'

/** The project's smart columns in order, with their progress. */
export function listColumns(deps: { db: Db }, actor: Actor, projectId: string): Promise<SmartColumn[]> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const columns = await selectColumns(tx, organizationId, projectId)
    return describeColumns(tx, organizationId, { projectId, columns })
  })
}
