import type { Millicredits } from '@leadlight/domain/credits'
import type { EntryKind, WorkKind } from '@leadlight/domain/ledger'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { toEntry, type Entry } from './ledger-store.ts'

export interface EntryFilter {
  kinds: readonly EntryKind[] | undefined
  works: readonly WorkKind[] | undefined
  projectId: string | undefined
  signalId: string | undefined
  accountId: string | undefined
  from: Date | undefined
  to: Date | undefined
}

export interface EntryPosition {
  at: Date
  id: string
}

export interface ListedEntry extends Entry {
  balanceAfter: Millicredits
}

/** One page of the organization's entries, newest first, with one more than `limit` if the list continues. */
export async function selectEntries(
  tx: Tx,
  organizationId: string,
  { filter, after, limit }: { filter: EntryFilter; after: EntryPosition | undefined; limit: number },
): Promise<ListedEntry[]> {
  const { rows } = await sql<Parameters<typeof toEntry>[0]>`
    select * from credit_entry where ${condition(organizationId, filter)}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`.execute(tx)
  return rows.map((row) => ({ ...toEntry(row), balanceAfter: Number(row.balance_after) }))
}

/** How many entries there are, counted up to `max`. */
export async function countEntries(tx: Tx, organizationId: string, filter: EntryFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count
    from (select from credit_entry where ${condition(organizationId, filter)} limit ${max}) counted`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

export interface Spent {
  day: string
  work: WorkKind | null
  projectId: string | null
  signalId: string | null
  credits: Millicredits
}

/** What was charged since then, minus refunds, by day (UTC), kind of work, project and signal. */
export async function sumSpent(tx: Tx, organizationId: string, since: Date): Promise<Spent[]> {
  const { rows } = await sql<{
    day: string
    work: WorkKind | null
    project_id: string | null
    signal_id: string | null
    credits: string
  }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, work, project_id, signal_id, -sum(amount) as credits
    from credit_entry
    where organization_id = ${organizationId} and kind in ('charge', 'refund') and created_at >= ${since}
    group by 1, 2, 3, 4 order by 1`.execute(tx)
  return rows.map(({ day, work, project_id: projectId, signal_id: signalId, credits }) => ({
    day,
    work,
    projectId,
    signalId,
    credits: Number(credits),
  }))
}

/** What was charged in a project in the time, minus refunds, by kind of work and signal. */
export async function sumSpentInProject(
  tx: Tx,
  organizationId: string,
  { projectId, from, to }: { projectId: string; from: Date; to: Date },
): Promise<Pick<Spent, 'work' | 'signalId' | 'credits'>[]> {
  const { rows } = await sql<{ work: WorkKind | null; signal_id: string | null; credits: string }>`
    select work, signal_id, -sum(amount) as credits from credit_entry
    where organization_id = ${organizationId} and project_id = ${projectId} and kind in ('charge', 'refund')
      and created_at >= ${from} and created_at < ${to}
    group by work, signal_id order by work, signal_id`.execute(tx)
  return rows.map(({ work, signal_id: signalId, credits }) => ({ work, signalId, credits: Number(credits) }))
}

function condition(organizationId: string, filter: EntryFilter): RawBuilder<unknown> {
  const { kinds, works, projectId, signalId, accountId, from, to } = filter
  const conditions = [
    sql`credit_entry.organization_id = ${organizationId}`,
    kinds && sql`kind = any(${kinds}::text[])`,
    works && sql`work = any(${works}::text[])`,
    projectId !== undefined && sql`project_id = ${projectId}`,
    signalId !== undefined && sql`signal_id = ${signalId}`,
    accountId !== undefined && sql`account_id = ${accountId}`,
    from && sql`created_at >= ${from}`,
    to && sql`created_at <= ${to}`,
  ]
  return sql.join(
    conditions.filter((one) => typeof one === 'object'),
    sql` and `,
  )
}
