import type { ProjectIds } from '../../platform/actor.ts'
import type { ProjectEvent } from '@leadlight/contract/installation'
import { sql, type Generated, type JSONColumnType, type RawBuilder } from 'kysely'
import { notifyAfterCommit, writeLast, type Tx } from '../../platform/db.ts'

/** How many old events each new event deletes. */
const FORGOTTEN_AT_ONCE = 100

/** Whether no outside subscriber waits for the event. */
const TOLD = sql`not exists (select from outbox_reader reader
  where reader.project_id = event.project_id and reader.read_to < event.id)`

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'event.id': Generated<string>
    'event.payload': JSONColumnType<StoredPayload>
  }
}

/** An event as stored: with the account it is for, if it is for one alone. */
type StoredPayload = ProjectEvent & { only_for?: string }

export interface StoredEvent {
  id: number
  payload: ProjectEvent
  /** Null for everybody who sees the project. */
  onlyFor: string | null
}

/**
 * Appends an event at the end of the transaction. Writers of one project wait for each other until they commit, so ids
 * become visible in order and no reader misses an earlier one. The id is drawn late, to hold the lock only for the
 * commit. A project that is gone by then gets no event.
 */
export function insertEvent(
  tx: Tx,
  organizationId: string,
  { projectId, payload, now }: { projectId: string; payload: ProjectEvent; now: Date },
): void {
  notifyAfterCommit(topicOf(projectId))
  notifyAfterCommit(ANY_EVENT_TOPIC)
  writeLast(
    tx,
    sql`
    with held as materialized (
      select pg_advisory_xact_lock(hashtextextended(${lockOf(projectId)}, 0)) is null as is_held
    )
    insert into event (organization_id, project_id, payload, created_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${JSON.stringify(payload)}::jsonb, ${now}::timestamptz from held
    where app_scope() = 'monitoring' or exists (
      select from project_view project where organization_id = ${organizationId} and id = ${projectId})`,
  )
}

export interface EventRow {
  projectId: string
  payload: ProjectEvent
  /** Null for everybody who sees the project. */
  onlyFor: string | null
  at: Date
  /** Events older than this are deleted on the way, a few at a time. */
  keptSince: Date
}

/**
 * Appends an event if the transaction has written something. A statement rather than a call, so that it can be sent
 * together with the commit. The id is drawn once the lock is held, as in `insertEvent`.
 */
export function appendEvents(
  organizationId: string,
  { projectId, payload, onlyFor, at, keptSince }: EventRow,
): RawBuilder<unknown> {
  const stored: StoredPayload = onlyFor === null ? payload : { ...payload, only_for: onlyFor }
  return sql`
    with held as materialized (
      select pg_advisory_xact_lock(hashtextextended(${lockOf(projectId)}, 0)) is null as is_held
      where pg_current_xact_id_if_assigned() is not null
    ), forgotten as (
      delete from event where id in (
        select event.id from held, event
        where organization_id = ${organizationId} and created_at < ${keptSince} and ${TOLD}
        order by created_at limit ${FORGOTTEN_AT_ONCE} for update of event skip locked)
    )
    insert into event (organization_id, project_id, payload, created_at)
    select ${organizationId}::uuid, ${projectId}::uuid, ${JSON.stringify(stored)}::jsonb, ${at}::timestamptz from held`
}

/** Notified when any project has events. */
export const ANY_EVENT_TOPIC = 'events'

/** Notified when the project has events. */
export function topicOf(projectId: string): string {
  return `event:${projectId}`
}

function lockOf(projectId: string): string {
  return `event:${projectId}`
}

/**
 * The project's events after `afterId`, each with the account it is for if not for all; oldest first, at most `limit`.
 */
export async function selectEventsAfter(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; afterId: number; limit: number },
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id::float8 as id, payload - 'only_for' as payload, payload ->> 'only_for' as "onlyFor" from event
    where organization_id = ${organizationId} and project_id = ${request.projectId} and id > ${request.afterId}
    order by event.id limit ${request.limit}`.execute(tx)
  return rows
}

/** A project with the last event of it that was heard. */
export interface ListeningProject {
  organizationId: string
  projectId: string
  receivedId: number
}

/** Those of the projects that have newer events; in a scope that sees all tenants' events. */
export function projectsWithNewEvents(listening: readonly ListeningProject[]): RawBuilder<ProjectIds> {
  const [organizationIds, projectIds] = [
    listening.map((one) => one.organizationId),
    listening.map((one) => one.projectId),
  ]
  return sql`
    select heard.organization_id as "organizationId", heard.project_id as "projectId"
    from unnest(${organizationIds}::uuid[], ${projectIds}::uuid[], ${listening.map(({ receivedId }) => receivedId)}::bigint[])
      as heard (organization_id, project_id, heard_id)
    where exists (select from event where event.organization_id = heard.organization_id
      and event.project_id = heard.project_id and event.id > heard.heard_id)`
}

export interface EmittedEvent {
  id: number
  /** Null if it is for one account alone. */
  payload: ProjectEvent | null
  at: Date
}

/** The project's events after `afterId`, whoever they are for; oldest first, at most `limit`. */
export async function selectEventsForAll(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; afterId: number; limit: number },
): Promise<EmittedEvent[]> {
  const payload = sql<ProjectEvent | null>`case when payload ? 'only_for' then null else payload end`
  const rows = await tx
    .selectFrom('event')
    .select(['id', 'created_at as at', payload.as('payload')])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', request.projectId)
    .where('id', '>', String(request.afterId))
    .orderBy('id')
    .limit(request.limit)
    .execute()
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** The ids of the project's newest event, and of the newest from before a time; 0 for none. */
export async function newestEventIds(
  tx: Tx,
  organizationId: string,
  { projectId, before }: { projectId: string; before: Date },
): Promise<{ newestId: number; earlierId: number }> {
  const newest = tx
    .selectFrom('event')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
  const row = await tx
    .selectNoFrom([newest.as('newestId'), newest.where('created_at', '<', before).as('earlierId')])
    .executeTakeFirstOrThrow()
  return { newestId: Number(row.newestId ?? 0), earlierId: Number(row.earlierId ?? 0) }
}

/**
 * Deletes events older than `before`, except those that outside subscribers have not read; a listener who was away
 * longer starts from the present.
 */
export async function deleteEventsBefore(tx: Tx, organizationId: string, before: Date): Promise<void> {
  await sql`delete from event where organization_id = ${organizationId} and created_at < ${before} and ${TOLD}`.execute(
    tx,
  )
}
