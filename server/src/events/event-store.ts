import type { ProjectEvent } from '@leadlight/contract/installation'
import type { Generated, JSONColumnType } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { lockName } from '../platform/named-lock.ts'

interface EventTable {
  id: Generated<string>
  organization_id: string
  project_id: string
  payload: JSONColumnType<ProjectEvent>
  created_at: Date
}

declare module '../platform/db.ts' {
  interface Tables {
    event: EventTable
  }
}

export interface StoredEvent {
  id: number
  projectId: string
  payload: ProjectEvent
}

/**
 * Appends an event. Writers of one project wait for each other until they commit, so that ids become visible in
 * order and a reader who has seen one never misses an earlier.
 */
export async function insertEvent(
  tx: Tx,
  organizationId: string,
  event: { projectId: string; payload: ProjectEvent; now: Date },
): Promise<void> {
  await lockName(tx, `event:${event.projectId}`)
  await tx
    .insertInto('event')
    .values({
      organization_id: organizationId,
      project_id: event.projectId,
      payload: JSON.stringify(event.payload),
      created_at: event.now,
    })
    .execute()
}

/** The project's events after `afterId`, oldest first, at most `limit`. */
export async function selectEvents(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; afterId: number; limit: number },
): Promise<StoredEvent[]> {
  const rows = await tx
    .selectFrom('event')
    .select(['id', 'project_id', 'payload'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', request.projectId)
    .where('id', '>', String(request.afterId))
    .orderBy('id')
    .limit(request.limit)
    .execute()
  return rows.map((row) => ({ id: Number(row.id), projectId: row.project_id, payload: row.payload }))
}

/** The id of the project's newest event; 0 where there is none. */
export async function lastEventId(tx: Tx, organizationId: string, projectId: string): Promise<number> {
  const row = await tx
    .selectFrom('event')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** Forgets events older than `before`; a reader who was away longer starts from the present. */
export async function deleteEventsBefore(tx: Tx, organizationId: string, before: Date): Promise<void> {
  await tx.deleteFrom('event').where('organization_id', '=', organizationId).where('created_at', '<', before).execute()
}

/** Forgets everything the project's listeners were told. */
export async function deleteEventsOf(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx
    .deleteFrom('event')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}
