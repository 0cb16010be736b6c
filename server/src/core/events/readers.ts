import type { ProjectIds } from '../../platform/actor.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'outbox_reader.read_to': string
  }
}

/** Reads from the newest event on; nothing changes if the project already has a reader. */
export async function insertReader(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<void> {
  await sql`
    insert into outbox_reader (organization_id, project_id, read_to)
    select ${organizationId}, ${projectId}, coalesce(max(id), 0) from event
    where organization_id = ${organizationId} and project_id = ${projectId}
    on conflict (project_id) do nothing`.execute(tx)
}

/** The next projects, after the given one, with unread events. Over all organizations: in the scheduler's scope. */
export async function selectUnread(tx: Tx, { after, limit }: { after: string; limit: number }): Promise<ProjectIds[]> {
  const { rows } = await sql<ProjectIds>`
    select reader.organization_id as "organizationId", reader.project_id as "projectId" from outbox_reader reader
    where reader.project_id > ${after} and exists (
      select from event where event.organization_id = reader.organization_id
        and event.project_id = reader.project_id and event.id > reader.read_to)
    order by reader.project_id limit ${limit}`.execute(tx)
  return rows
}

/**
 * How far the project's events have been read, locked until the transaction ends; undefined while another holds the
 * lock.
 */
export async function takeReader(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<number | undefined> {
  const { rows } = await sql<{ read_to: string }>`
    select read_to from outbox_reader where organization_id = ${organizationId} and project_id = ${projectId}
    for update skip locked`.execute(tx)
  return rows[0] && Number(rows[0].read_to)
}

export async function moveReader(tx: Tx, { organizationId, projectId }: ProjectIds, readTo: number): Promise<void> {
  await tx
    .updateTable('outbox_reader')
    .set({ read_to: String(readTo) })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

export async function deleteReader(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<void> {
  await tx
    .deleteFrom('outbox_reader')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

/**
 * How many projects have unread events, and for how many seconds the first has. Over all organizations: in the
 * scheduler's scope.
 */
export function backlogOfReaders(
  now: Date,
): RawBuilder<{ subscriber: string; waiting: number; overdue: number | null }> {
  return sql`
    select 'outbox' as subscriber, count(*)::double precision as waiting,
      extract(epoch from ${now}::timestamptz - min(since))::double precision as overdue
    from outbox_reader reader cross join lateral (
      select event.created_at as since from event
      where event.organization_id = reader.organization_id and event.project_id = reader.project_id
        and event.id > reader.read_to
      order by event.id limit 1) unread`
}
