import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { lockColumn, type Column } from '../columns/columns.ts'

export interface ColumnIds {
  projectId: string
  id: string
}

/** A column of a project the actor reaches, locked until the transaction ends; anything else is "not found". */
export async function requireColumn(tx: Tx, actor: Actor, ids: ColumnIds): Promise<Column> {
  await requireProject(tx, actor, ids.projectId)
  await lockProjectForShare(tx, actor.organizationId, ids.projectId)
  const column = await lockColumn(tx, actor.organizationId, ids)
  if (!column) throw new AppError('not_found', 'column_not_found', 'That smart column does not exist.')
  return column
}
