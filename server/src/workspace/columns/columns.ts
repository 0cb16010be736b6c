import type { ColumnType } from '@leadlight/domain/columns'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'smart_column.type': ColumnType
  }
}

export interface Column {
  id: string
  organizationId: string
  projectId: string
  name: string
  prompt: string
  type: ColumnType
  position: number
  /** Counts the changes that made earlier answers void. */
  revision: number
  /** Why filling is paused, as a sentence. */
  paused: string | null
  /** The job that fills it; null where none does. */
  run: string | null
  /** The post up to which leads have been queued; null once all have. */
  queuedTo: string | null
  /** The number of the last batch reserved. */
  batches: number
  /** Who asked for what is being filled. */
  askedBy: string | null
}

/** Sorts before every post. */
export const BEFORE_ALL_POSTS = '00000000-0000-0000-0000-000000000000'

function fromRow(row: Row<'smart_column'>): Column {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    name: row.name,
    prompt: row.prompt,
    type: row.type,
    position: row.position,
    revision: row.revision,
    paused: row.paused,
    run: row.run,
    queuedTo: row.queued_to,
    batches: row.batches,
    askedBy: row.asked_by,
  }
}

/** The project's columns in order, at most `COLUMNS_MAX`. */
export async function selectColumns(tx: Tx, organizationId: string, projectId: string): Promise<Column[]> {
  const rows = await tx
    .selectFrom('smart_column')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** A column, locked until the transaction ends, so that its steps and its changes never overlap. */
export async function lockColumn(
  tx: Tx,
  organizationId: string,
  ids: { id: string; projectId?: string },
): Promise<Column | undefined> {
  const query = tx
    .selectFrom('smart_column')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', ids.id)
  const found = ids.projectId === undefined ? query : query.where('project_id', '=', ids.projectId)
  const row = await found.forUpdate().executeTakeFirst()
  return row && fromRow(row)
}

/** All columns of these projects, locked, always in the same order. */
export async function lockColumns(tx: Tx, organizationId: string, projectIds: readonly string[]): Promise<Column[]> {
  if (projectIds.length === 0) return []
  const rows = await tx
    .selectFrom('smart_column')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(fromRow)
}

/** Adds a column; false where the project has one of that name, in any letter case. */
export async function insertColumn(tx: Tx, column: Column, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('smart_column')
    .values({
      id: column.id,
      organization_id: column.organizationId,
      project_id: column.projectId,
      created_at: now,
      ...toRow(column),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function hasName(
  tx: Tx,
  organizationId: string,
  naming: { projectId: string; name: string; exceptId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('smart_column')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', naming.projectId)
    .where('id', '!=', naming.exceptId)
    .where(sql`lower(name collate "und-x-icu")`, '=', sql`lower(${naming.name}::text collate "und-x-icu")`)
    .executeTakeFirst()
  return row !== undefined
}

/** Updates a column, and returns it. */
export async function updateColumn(tx: Tx, column: Column, changes: Partial<Column>): Promise<Column> {
  const changed = { ...column, ...changes }
  await tx
    .updateTable('smart_column')
    .set(toRow(changed))
    .where('organization_id', '=', column.organizationId)
    .where('id', '=', column.id)
    .execute()
  return changed
}

/** Numbers the columns from 0 in the order given. */
export async function setPositions(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update smart_column set position = placed.position - 1
    from unnest(${ids}::uuid[]) with ordinality as placed (id, position)
    where smart_column.organization_id = ${organizationId} and smart_column.id = placed.id
      and smart_column.position <> placed.position - 1`.execute(tx)
}

export async function deleteColumnRow(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('smart_column').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

function toRow(column: Column) {
  return {
    name: column.name,
    prompt: column.prompt,
    type: column.type,
    position: column.position,
    revision: column.revision,
    paused: column.paused,
    run: column.run,
    queued_to: column.queuedTo,
    batches: column.batches,
    asked_by: column.askedBy,
  }
}
