import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Column } from '../columns/columns.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'smart_column_value.state': 'waiting' | 'done' | 'needs_model' | 'failed'
  }
}

/** Why a lead without its post has no answer. */
const POST_GONE = 'The post was deleted at its source.'

/** What a column reads of a lead. */
export interface ReadLead {
  leadId: string
  title: string | null
  body: string
  platform: string
  kind: string
  url: string
  community: string | null
}

/**
 * Queues the leads of the next posts, at most `limit`, deleted ones too. A value of an earlier revision waits again and
 * shows until it is replaced, unless its type differs. A lead whose post was deleted at its source is done. Returns the
 * post to continue after; undefined where none is left.
 */
export async function queueLeadsAfter(tx: Tx, column: Column, limit: number): Promise<string | undefined> {
  const { rows } = await sql<{ postId: string }>`
    with next as (
      select organization_id, id, post_id, posted_at, source_deleted_at from lead
      where organization_id = ${column.organizationId} and project_id = ${column.projectId}
        and post_id > ${column.queuedTo}
      order by post_id limit ${limit}
    ), queued as (
      insert into smart_column_value as value (organization_id, lead_id, column_id, revision, state, why, posted_at)
      select organization_id, id, ${column.id}::uuid, ${column.revision}::integer,
        case when source_deleted_at is null then 'waiting' else 'done' end,
        case when source_deleted_at is not null then ${POST_GONE} end, posted_at
      from next
      on conflict (column_id, lead_id) do update set revision = excluded.revision, state = excluded.state, batch = null,
        why = coalesce(excluded.why, value.why),
        bool_value = case when ${column.type} = 'boolean' and excluded.state = 'waiting' then value.bool_value end,
        text_value = case when ${column.type} = 'text' then value.text_value end
      where value.revision < excluded.revision
    )
    select post_id as "postId" from next order by post_id desc limit 1`.execute(tx)
  return rows[0]?.postId
}

/** Queues these leads for all of these columns, skipping those that are queued or answered. */
export async function queueLeads(
  tx: Tx,
  organizationId: string,
  which: { columns: readonly Column[]; leadIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into smart_column_value (organization_id, lead_id, column_id, revision, state, posted_at)
    select lead.organization_id, lead.id, wanted.id, wanted.revision, 'waiting', lead.posted_at
    from lead cross join unnest(
      ${which.columns.map(({ id }) => id)}::uuid[], ${which.columns.map(({ revision }) => revision)}::integer[]
    ) as wanted (id, revision)
    where lead.organization_id = ${organizationId} and lead.id = any(${which.leadIds}::uuid[])
    order by lead.id, wanted.id
    on conflict (column_id, lead_id) do nothing`.execute(tx)
}

/** Queues values in these states again. */
export async function requeue(tx: Tx, column: Column, states: readonly ('failed' | 'needs_model')[]): Promise<void> {
  await tx
    .updateTable('smart_column_value')
    .set({ state: 'waiting', batch: null })
    .where('organization_id', '=', column.organizationId)
    .where('column_id', '=', column.id)
    .where('revision', '=', column.revision)
    .where('state', 'in', states)
    .execute()
}

/** The next leads: the newest of those that wait and are not deleted. */
export async function selectNextLeads(tx: Tx, column: Column, limit: number): Promise<string[]> {
  const { rows } = await sql<{ leadId: string }>`
    select value.lead_id as "leadId"
    from smart_column_value value join lead on lead.id = value.lead_id
    where value.organization_id = ${column.organizationId} and value.column_id = ${column.id}
      and value.state = 'waiting' and value.batch is null and not lead.deleted
    order by value.posted_at desc, value.lead_id desc limit ${limit}`.execute(tx)
  return rows.map(({ leadId }) => leadId)
}

export async function setBatch(
  tx: Tx,
  column: Column,
  { leadIds, batch }: { leadIds: readonly string[]; batch: number },
): Promise<void> {
  await sql`
    update smart_column_value set batch = ${batch}
    where organization_id = ${column.organizationId} and column_id = ${column.id}
      and lead_id = any(${leadIds}::uuid[]) and state = 'waiting'`.execute(tx)
}

/** Whether the last batch is still to be answered and settled. Its leads may all be gone by now. */
export async function hasReservedValues(tx: Tx, column: Column): Promise<boolean> {
  const { rows } = await sql`
    select from smart_column_value
    where organization_id = ${column.organizationId} and column_id = ${column.id} and state = 'waiting'
      and batch = ${column.batches} limit 1`.execute(tx)
  return rows.length > 0
}

/** The leads of the reserved batch with their posts' text, without those deleted meanwhile. */
export async function selectReservedLeads(tx: Tx, column: Column): Promise<ReadLead[]> {
  const { rows } = await sql<ReadLead>`
    select value.lead_id as "leadId", post.title, post.body, post.platform, post.kind, post.url,
      post.community_name as community
    from smart_column_value value join lead on lead.id = value.lead_id join post_view post on post.id = lead.post_id
    where value.organization_id = ${column.organizationId} and value.column_id = ${column.id}
      and value.state = 'waiting' and value.batch = ${column.batches} and not lead.deleted
    order by value.posted_at desc, value.lead_id desc`.execute(tx)
  return rows
}

export interface NewValue {
  leadId: string
  state: 'done' | 'needs_model' | 'failed'
  boolValue: boolean | null
  textValue: string | null
  why: string
}

/** Writes values of the reserved batch and frees the rest of it. Returns how many are done. */
export async function saveValues(tx: Tx, column: Column, values: readonly NewValue[], now: Date): Promise<number> {
  const { rows } = await sql<{ state: string }>`
    update smart_column_value value set state = fresh.state, bool_value = fresh.bool_value,
      text_value = fresh.text_value, why = fresh.why, answered_at = ${now}, batch = null
    from unnest(
      ${values.map(({ leadId }) => leadId)}::uuid[], ${values.map(({ state }) => state)}::text[],
      ${values.map(({ boolValue }) => boolValue)}::boolean[], ${values.map(({ textValue }) => textValue)}::text[],
      ${values.map(({ why }) => why)}::text[]
    ) as fresh (id, state, bool_value, text_value, why), lead
    where value.organization_id = ${column.organizationId} and value.column_id = ${column.id}
      and value.lead_id = fresh.id and value.state = 'waiting' and value.batch = ${column.batches}
      and lead.id = value.lead_id and not lead.deleted
    returning value.state`.execute(tx)
  await untieBatch(tx, column)
  return rows.filter(({ state }) => state === 'done').length
}

/** Frees the values of a batch for another one. */
export async function untieBatch(tx: Tx, column: Column): Promise<void> {
  await sql`
    update smart_column_value set batch = null
    where organization_id = ${column.organizationId} and column_id = ${column.id} and state = 'waiting'
      and batch is not null`.execute(tx)
}

export type Progress = Record<'waiting' | 'done' | 'needs_model' | 'failed', number>

/** The progress of each of a project's columns, over leads that are not deleted. Whatever has no answer waits. */
export async function countProgress(
  tx: Tx,
  organizationId: string,
  which: { projectId: string; columnIds: readonly string[] },
): Promise<Map<string, Progress>> {
  const { rows: leads } = await sql<{ count: string | number }>`
    select count(*) as count from lead
    where organization_id = ${organizationId} and project_id = ${which.projectId} and not deleted`.execute(tx)
  const { rows } = await sql<{ columnId: string; state: keyof Progress; count: string | number }>`
    select smart_column_value.column_id as "columnId", smart_column_value.state, count(*) as count
    from smart_column_value
      join smart_column_view smart_column on smart_column.id = smart_column_value.column_id and smart_column.revision = smart_column_value.revision
      join lead on lead.id = smart_column_value.lead_id
    where smart_column_value.organization_id = ${organizationId} and smart_column_value.column_id = any(${which.columnIds}::uuid[])
      and smart_column_value.state <> 'waiting' and not lead.deleted
    group by smart_column_value.column_id, smart_column_value.state`.execute(tx)
  const all = Number(leads[0]?.count ?? 0)
  return new Map(
    which.columnIds.map((id) => {
      const own = rows.filter(({ columnId }) => columnId === id)
      const of = (state: keyof Progress) => Number(own.find((row) => row.state === state)?.count ?? 0)
      const [done, needs_model, failed] = [of('done'), of('needs_model'), of('failed')]
      return [id, { waiting: all - done - needs_model - failed, done, needs_model, failed }]
    }),
  )
}

export async function countLeadsToFill(tx: Tx, organizationId: string, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: string | number }>`
    select count(*) as count from lead
    where organization_id = ${organizationId} and project_id = ${projectId} and not deleted`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** Deletes what was read out of these leads' posts: texts and reasons. None of them waits any more. */
export async function emptyValues(tx: Tx, organizationId: string, leadIds: readonly string[]): Promise<void> {
  await sql`
    update smart_column_value set state = 'done', text_value = null, why = ${POST_GONE}, batch = null
    where organization_id = ${organizationId} and lead_id = any(${leadIds}::uuid[])`.execute(tx)
}
