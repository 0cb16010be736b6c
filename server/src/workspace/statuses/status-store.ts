import type { StatusColor } from '@leadlight/domain/statuses'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The set a status is in: for the project's leads, or for its people and companies. */
export type StatusKind = 'lead' | 'prospect'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'lead_status.kind': StatusKind
    'lead_status.color': StatusColor
  }
}

export interface StatusRow {
  id: string
  kind: StatusKind
  name: string
  color: StatusColor
  position: number
}

export interface StatusSet {
  projectId: string
  kind: StatusKind
}

const COLUMNS = ['id', 'kind', 'name', 'color', 'position'] as const

/** A set in its order. */
export function selectStatuses(tx: Tx, organizationId: string, set: StatusSet): Promise<StatusRow[]> {
  return tx
    .selectFrom('lead_status')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', set.projectId)
    .where('kind', '=', set.kind)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findStatusRow(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; id: string },
): Promise<StatusRow | undefined> {
  return tx
    .selectFrom('lead_status')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('id', '=', ids.id)
    .executeTakeFirst()
}

/** The ids of statuses in the set with this name, compared as the database's locale folds case. */
export async function selectNamed(
  tx: Tx,
  organizationId: string,
  wanted: StatusSet & { name: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('lead_status')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', wanted.projectId)
    .where('kind', '=', wanted.kind)
    .where(sql`lower(name)`, '=', sql`lower(${wanted.name})`)
    .execute()
  return rows.map((row) => row.id)
}

export async function insertStatuses(
  tx: Tx,
  organizationId: string,
  projectId: string,
  { statuses, now }: { statuses: readonly StatusRow[]; now: Date },
): Promise<void> {
  const values = statuses.map((status) => ({
    ...status,
    organization_id: organizationId,
    project_id: projectId,
    created_at: now,
  }))
  await tx.insertInto('lead_status').values(values).execute()
}

export async function setStatus(
  tx: Tx,
  organizationId: string,
  { id, name, color }: Pick<StatusRow, 'id' | 'name' | 'color'>,
): Promise<void> {
  await tx
    .updateTable('lead_status')
    .set({ name, color })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteStatusRow(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('lead_status').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Numbers the statuses from 0 in the order of `ids`, which must be a whole set. */
export async function setPositions(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update lead_status set position = placed.place - 1
    from unnest(${ids}::uuid[]) with ordinality as placed (id, place)
    where lead_status.organization_id = ${organizationId} and lead_status.id = placed.id
      and lead_status.position <> placed.place - 1`.execute(tx)
}
