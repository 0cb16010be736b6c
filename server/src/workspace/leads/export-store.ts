import type { ColumnValue } from '@leadlight/contract/columns'
import type { ColumnType } from '@leadlight/domain/columns'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { inOrder } from '../../platform/list-order.ts'
import { PackedIds } from '../../platform/packed-ids.ts'
import { sortedLeads, type SortedLeads } from './lead-order.ts'
import { columnValuesOf } from './lead-store.ts'
import type { StoredEvidence } from './match-store.ts'

/** The ids of the leads at this moment, in order. */
export async function selectLeadIds(tx: Tx, leads: SortedLeads): Promise<PackedIds> {
  const { rows } = await sql<{ ids: Uint8Array | null }>`
    with ${sortedLeads(leads, sql`lead.id`, null)}
    select string_agg(uuid_send(id), ''::bytea order by ${inOrder('sorted', leads.sortOrder)}) as ids from sorted`.execute(
    tx,
  )
  return new PackedIds(rows[0]?.ids ?? new Uint8Array())
}

export interface ExportedMatch {
  intent_signal: string
  score: number
  reason: string
  evidence: StoredEvidence[]
}

/** A lead with all that an export contains. */
export interface ExportedRow {
  id: string
  url: string
  platform: string
  community_name: string | null
  author_name: string | null
  author_url: string | null
  title: string | null
  body: string
  score: number
  status: string | null
  read: boolean
  starred: boolean
  deleted: boolean
  feedback: string | null
  assignee_id: string | null
  notes: number
  matches: ExportedMatch[]
  column_values: ColumnValue[]
  posted_at: Date
  collected_at: Date
}

/** These leads in this order, without those gone meanwhile. */
export async function selectExported(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; ids: readonly string[] },
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select lead.id, lead.url, lead.platform, lead.community_name, lead.author_name, post.author_url, lead.title, post.body,
      lead.score, lead_status.name as status, lead.read, lead.starred, lead.deleted, lead.feedback, lead.assignee_id,
      lead.posted_at, lead.collected_at, ${columnValuesOf('lead')},
      (select count(*)::integer from lead_note
        where lead_note.organization_id = ${organizationId} and lead_note.lead_id = lead.id) as notes,
      coalesce((
        select jsonb_agg(jsonb_build_object('intent_signal', intent_signal.intent_signal, 'score', lead_match.score,
          'reason', lead_match.reason, 'evidence', lead_match.evidence) order by lead_match.score desc, intent_signal.id)
        from lead_match join intent_signal_view intent_signal on intent_signal.id = lead_match.intent_signal_id
        where lead_match.organization_id = ${organizationId} and intent_signal.organization_id = ${organizationId}
          and lead_match.lead_id = lead.id
      ), '[]') as matches
    from unnest(${ids.ids}::uuid[]) with ordinality as wanted (id, place)
    join lead on lead.organization_id = ${organizationId} and lead.id = wanted.id
    join post_view post on post.id = lead.post_id
    left join lead_status_view lead_status on lead_status.organization_id = ${organizationId} and lead_status.id = lead.status_config_id
    where lead.project_id = ${ids.projectId}
    order by wanted.place`.execute(tx)
  return rows
}

export interface ExportedColumn {
  id: string
  name: string
  type: ColumnType
}

/** The project's smart columns in order. */
export async function selectColumns(tx: Tx, organizationId: string, projectId: string): Promise<ExportedColumn[]> {
  const { rows } = await sql<ExportedColumn>`
    select id, name, type from smart_column_view smart_column
    where organization_id = ${organizationId} and project_id = ${projectId} order by position, id`.execute(tx)
  return rows
}

/** Marks `tx` as having written, so that the read is recorded in the audit log. */
export async function countAsChange(tx: Tx): Promise<void> {
  await sql`select pg_current_xact_id()`.execute(tx)
}
