import { SmartColumn } from '@leadlight/contract/columns'
import { COLUMNS_MAX, type ColumnType } from '@leadlight/domain/columns'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { callUnderKey, doOnce } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import { BEFORE_ALL_POSTS, insertColumn, selectColumns, type Column } from '../columns/columns.ts'
import { announceColumn } from './describe-columns.ts'
import { lockQueues, queueSomeLeads, startFilling } from './start-filling.ts'

export interface ColumnDraft {
  projectId: string
  name: string
  prompt: string
  type: ColumnType
}

/**
 * Adds a column after the others and starts filling it, in one transaction. Repeated with the same key within a day, it
 * adds none and returns the first.
 */
export function createColumn(
  deps: ColumnDependencies,
  actor: Actor,
  { idempotencyKey: key, ...draft }: ColumnDraft & { idempotencyKey?: string | undefined },
): Promise<SmartColumn> {
  const { organizationId } = actor
  const { projectId } = draft
  const asked = ['createSmartColumn', draft]
  const call = callUnderKey(actor, { key, projectId, asked, at: deps.clock.now() })
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await lockProjectForShare(tx, organizationId, projectId)
    await lockQueues(tx, projectId)
    return doOnce(tx, { call, shape: SmartColumn }, () => addColumn(tx, deps, actor, draft))
  })
}

async function addColumn(tx: Tx, deps: ColumnDependencies, actor: Actor, draft: ColumnDraft): Promise<SmartColumn> {
  const { organizationId } = actor
  const others = await selectColumns(tx, organizationId, draft.projectId)
  if (others.length >= COLUMNS_MAX) {
    const detail = `A project has at most ${COLUMNS_MAX} smart columns. Delete one that you no longer need.`
    throw new AppError('conflict', 'column_limit_reached', detail)
  }
  const column: Column = {
    ...draft,
    id: deps.newId(),
    organizationId,
    position: (others.at(-1)?.position ?? -1) + 1,
    revision: 1,
    paused: null,
    run: null,
    queuedTo: BEFORE_ALL_POSTS,
    batches: 0,
    askedBy: actor.userId,
  }
  nameTarget({ id: column.id })
  const now = deps.clock.now()
  if (!(await insertColumn(tx, column, now))) throw columnNameTaken()
  const filling = await startFilling(tx, deps, await queueSomeLeads(tx, column))
  return announceColumn(tx, filling, now)
}

export function columnNameTaken(): AppError {
  return new AppError('conflict', 'column_name_taken', 'This project already has a smart column of that name.')
}
