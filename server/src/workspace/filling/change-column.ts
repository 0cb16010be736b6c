import { SmartColumn } from '@leadlight/contract/columns'
import type { ColumnType } from '@leadlight/domain/columns'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { doOnce } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { ColumnDependencies } from './column-dependencies.ts'
import {
  BEFORE_ALL_POSTS,
  hasName,
  selectColumns,
  setPositions,
  updateColumn,
  type Column,
} from '../columns/columns.ts'
import { columnNameTaken } from './create-column.ts'
import { announceColumn } from './describe-columns.ts'
import { releaseBatch } from './reserve-values.ts'
import { requireColumn, type ColumnIds } from './require-column.ts'
import { lockQueues, queueSomeLeads, startFilling } from './start-filling.ts'
import { requeue } from '../leads/column-values.ts'

export interface ColumnChange {
  name?: string | undefined
  prompt?: string | undefined
  type?: ColumnType | undefined
  position?: number | undefined
  doReanalyze: boolean
  idempotencyKey?: string | undefined
}

/**
 * Changes a column. With a re-analysis every value is worked out again, and old values show until then. Otherwise
 * values stay, and what waits is answered by the new wording. A call that changes nothing resumes the column: what
 * waits, what failed, and what needed a model where there is one by now. Repeated with the same key within a day, it
 * does nothing more.
 */
export function changeColumn(
  deps: ColumnDependencies,
  actor: Actor,
  ids: ColumnIds,
  { idempotencyKey: key, ...change }: ColumnChange,
): Promise<SmartColumn> {
  const { organizationId, userId: accountId } = actor
  const { projectId } = ids
  const asked = ['updateSmartColumn', ids, change]
  const call =
    key === undefined ? undefined : { organizationId, projectId, accountId, key, asked, at: deps.clock.now() }
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    nameTarget({ id: ids.id })
    // All columns share the positions, as they share the queues.
    await lockQueues(tx, projectId)
    const column = await requireColumn(tx, actor, ids)
    return doOnce(tx, { call, shape: SmartColumn }, () => applyChange(tx, deps, actor, { column, change }))
  })
}

async function applyChange(
  tx: Tx,
  deps: ColumnDependencies,
  actor: Actor,
  { column, change }: { column: Column; change: ColumnChange },
): Promise<SmartColumn> {
  const changed = await applyWords(tx, column, change)
  const placed = change.position === undefined ? changed : await move(tx, changed, change.position)
  const isSame = placed === column
  if (change.doReanalyze) return announceColumn(tx, await reanalyze(tx, deps, actor, placed), deps.clock.now())
  return announceColumn(tx, isSame ? await goOn(tx, deps, actor, placed) : placed, deps.clock.now())
}

async function applyWords(tx: Tx, column: Column, change: ColumnChange): Promise<Column> {
  const { name = column.name, prompt = column.prompt, type = column.type } = change
  if (name === column.name && prompt === column.prompt && type === column.type) return column
  if (type !== column.type && !change.doReanalyze) {
    const detail = 'Answers of the other type must be worked out anew. Analyse the column again to change its type.'
    throw new AppError('conflict', 'column_type_fixed', detail)
  }
  const { organizationId, projectId } = column
  if (await hasName(tx, organizationId, { projectId, name, exceptId: column.id })) throw columnNameTaken()
  return updateColumn(tx, column, { name, prompt, type })
}

/** Moves the column to a position among the others, which close up; past the end means last. */
async function move(tx: Tx, column: Column, position: number): Promise<Column> {
  if (position === column.position) return column
  const columns = await selectColumns(tx, column.organizationId, column.projectId)
  const ids = columns.map(({ id }) => id).filter((id) => id !== column.id)
  ids.splice(position, 0, column.id)
  await setPositions(tx, column.organizationId, ids)
  return { ...column, position: ids.indexOf(column.id) }
}

async function reanalyze(tx: Tx, deps: ColumnDependencies, actor: Actor, column: Column): Promise<Column> {
  await releaseBatch(tx, deps, column)
  const renewed = await updateColumn(tx, column, {
    revision: column.revision + 1,
    queuedTo: BEFORE_ALL_POSTS,
    paused: null,
    askedBy: actor.userId,
  })
  return startFilling(tx, deps, await queueSomeLeads(tx, renewed))
}

async function goOn(tx: Tx, deps: ColumnDependencies, actor: Actor, column: Column): Promise<Column> {
  await requeue(tx, column, deps.languageModel ? ['failed', 'needs_model'] : ['failed'])
  return startFilling(tx, deps, await updateColumn(tx, column, { paused: null, askedBy: actor.userId }))
}
