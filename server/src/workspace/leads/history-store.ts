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

/** Appends to the histories of many leads at once. */
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

/** One change to many leads at once: the whole entry except the lead and, where it differs, the summary. */
export interface ManyHistories {
  organizationId: string
  accountId: string | null
  kind: HistoryEntry['kind']
  at: Date
  /** The change's own token, which with its kind and the lead identifies the entry. */
  token: string
}

/**
 * The statement that appends to the history of each lead in `leads`, a table of `id`s that `summary` may read. Entry
 * ids are made in the database, since there may be as many as a project has leads. They derive from the change and the
 * lead, so a repeated run makes the same ids.
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

/** The history of a lead, newest first, ending with when it was found. */
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
