import type { ColumnValue } from '@leadlight/contract/columns'
import type { Evidence } from '@leadlight/contract/evidence'
import type { PostFacts } from '@leadlight/domain/post-facts'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db.ts'
import type { Condition } from '../../platform/list-filter.ts'

/** What a list shows of a lead: the lead's own row, plus the values of smart columns. */
export interface LeadRow {
  id: string
  project_id: string
  platform: string
  community_name: string | null
  url: string
  author_name: string | null
  title: string | null
  excerpt: string
  excerpt_evidence: Evidence[]
  score: number
  /** The signals it matches, the one whose score is the lead's first. */
  ranked_signal_ids: string[]
  status_config_id: string | null
  github_issue_state: 'OPEN' | 'CLOSED' | null
  feedback: 'positive' | 'negative' | null
  assignee_id: string | null
  read: boolean
  starred: boolean
  deleted: boolean
  posted_at: Date
  collected_at: Date
  source_deleted_at: Date | null
  column_values: ColumnValue[]
}

/** The columns of `lead` for that, without smart column values and with its signals in any order. */
export const ROW = sql`lead.id, lead.organization_id, lead.project_id, lead.platform, lead.community_name, lead.url, lead.author_name, lead.title,
  lead.excerpt, lead.excerpt_evidence, lead.score, lead.signal_ids,
  lead.status_config_id, lead.github_issue_state, lead.feedback, lead.assignee_id, lead.read, lead.starred, lead.deleted,
  lead.posted_at, lead.collected_at, lead.source_deleted_at`

/** The smart column values of a lead in `table`, by column. */
export function columnValuesOf(table: 'lead' | 'placed'): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('column_id', column_id, 'state', state, 'bool_value', bool_value,
      'text_value', text_value, 'why', why) order by column_id)
    from smart_column_value
    where smart_column_value.organization_id = ${sql.ref(`${table}.organization_id`)} and smart_column_value.lead_id = ${sql.ref(`${table}.id`)}
  ), '[]') as column_values`
}

/** The signals of a lead in `table`, best match first, as they stand where its matches are listed. */
export function rankedSignalsOf(table: 'lead' | 'placed'): RawBuilder<unknown> {
  return sql`array(
    select own.id from unnest(${sql.ref(`${table}.signal_ids`)}) as own (id)
      left join lead_match on lead_match.organization_id = ${sql.ref(`${table}.organization_id`)}
        and lead_match.lead_id = ${sql.ref(`${table}.id`)} and lead_match.intent_signal_id = own.id
    order by lead_match.score desc nulls last, own.id
  ) as ranked_signal_ids`
}

/** How many leads there are, counted up to `max`. */
export async function countLeads(tx: Tx, condition: Condition, max: number): Promise<number> {
  const { rows } = await sql<{ count: string | number }>`
    select count(*) as count from (select from lead where ${condition} limit ${max}) counted`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** A lead with its post's text. */
export interface WholeLeadRow extends LeadRow {
  post_id: string
  body: string
  author_url: string | null
  replies: number | null
  license: string | null
  facts: PostFacts | null
  feedback_reason: string | null
}

export async function findLead(
  tx: Tx,
  organizationId: string,
  ids: { projectId: string; id: string },
): Promise<WholeLeadRow | undefined> {
  const { rows } = await sql<WholeLeadRow>`
    select ${ROW}, ${columnValuesOf('lead')}, ${rankedSignalsOf('lead')}, lead.post_id, post.body, post.author_url, post.replies, post.license, post.facts, lead.feedback_reason
    from lead join post_view post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.project_id = ${ids.projectId} and lead.id = ${ids.id}
  `.execute(tx)
  return rows[0]
}

/** Sets a flag of one lead. Returns its former value; undefined where the project does not have that lead. */
export async function setFlag(
  tx: Tx,
  organizationId: string,
  change: { projectId: string; id: string; field: 'read' | 'starred' | 'deleted'; value: boolean },
): Promise<boolean | undefined> {
  const field = sql.ref(change.field)
  const { rows } = await sql<{ former: boolean }>`
    with target as (
      select id, ${field} as former from lead
      where organization_id = ${organizationId} and project_id = ${change.projectId} and id = ${change.id}
      for no key update
    )
    update lead set ${field} = ${change.value} from target
    where lead.organization_id = ${organizationId} and lead.id = target.id returning target.former`.execute(tx)
  return rows[0]?.former
}

export function leadNotFound(): AppError {
  return new AppError('not_found', 'lead_not_found', 'That lead does not exist.')
}
