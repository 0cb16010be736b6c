import type { HistoryEntry } from '@leadlight/contract/lead-work'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'lead_history.kind': HistoryEntry['kind']
  }
}

export interface NewHistory {
  id: string
  leadId: string
  accountId: string | null
  kind: HistoryEntry['kind']
  summary: string
  at: Date
}

/** Appends to the histories of leads, many at once. */
export async function insertHistory(tx: Tx, organizationId: string, entries: readonly NewHistory[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    insert into lead_history (id, organization_id, lead_id, account_id, kind, summary, at)
    select id, ${organizationId}::uuid, lead_id, account_id, kind, summary, at
    from unnest(
      ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ leadId }) => leadId)}::uuid[],
      ${entries.map(({ accountId }) => accountId)}::uuid[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ summary }) => summary)}::text[], ${entries.map(({ at }) => at)}::timestamptz[]
    ) as fresh (id, lead_id, account_id, kind, summary, at)`.execute(tx)
}

/** What one change did to many leads at once: all of the entry but the lead and, where it differs, the summary. */
export interface ManyHistories {
  organizationId: string
  accountId: string | null
  kind: HistoryEntry['kind']
  at: Date
  /** The change's own; with its kind and the lead it names the entry. */
  token: string
}

/**
 * The statement that appends to the history of each lead in `leads`, a table of their `id`s that `summary` may read. Their
 * entries' ids are made in the database, in the shape of all others, since there may be as many as a project has leads; of
 * the change and the lead, so that the same run makes the same ids.
 */
export function historiesOf(
  leads: RawBuilder<unknown>,
  { organizationId, accountId, kind, at, token }: ManyHistories,
  summary: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const milliseconds = at.getTime().toString(16).padStart(12, '0')
  const digest = sql`md5(${`${token}:${kind}:`}::text || leads.id)`
  const id = sql`(${milliseconds}::text || '7' || left(${digest}, 3) || '8' || right(${digest}, 15))::uuid`
  return sql`
    insert into lead_history (id, organization_id, lead_id, account_id, kind, summary, at)
    select ${id}, ${organizationId}::uuid, leads.id, ${accountId}::uuid, ${kind}::text, ${summary}, ${at}::timestamptz
    from ${leads} leads`
}

export type HistoryRow = Omit<NewHistory, 'leadId'>

/** The history of a lead, newest first, with its being found as the oldest entry. */
export async function selectHistory(
  tx: Tx,
  organizationId: string,
  leadId: string,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    (
      select id, account_id as "accountId", kind, summary, at, true as is_kept from lead_history
      where organization_id = ${organizationId} and lead_id = ${leadId}
      order by at desc, id desc limit ${limit}
    )
    union all
    select id, null, 'found', 'Found', collected_at, false from lead
    where organization_id = ${organizationId} and id = ${leadId}
    order by is_kept desc, at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, accountId, kind, summary, at }) => ({ id, accountId, kind, summary, at }))
}
