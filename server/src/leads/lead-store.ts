import type { Evidence } from '@leadlight/contract/evidence'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../platform/errors.ts'
import type { Tx } from '../platform/db.ts'
import type { LeadOrder, LeadPlace } from './lead-cursor.ts'
import type { Condition } from './lead-filter.ts'

/** What a list shows of a lead; it all stands in the lead's own row. */
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
  signal_ids: string[]
  status_config_id: string | null
  github_issue_state: 'OPEN' | 'CLOSED' | null
  feedback: 'positive' | 'negative' | null
  assignee_id: string | null
  read: boolean
  starred: boolean
  deleted: boolean
  posted_at: Date
  collected_at: Date
}

const ROW = sql`lead.id, lead.project_id, lead.platform, lead.community_name, lead.url, lead.author_name, lead.title,
  lead.excerpt, lead.excerpt_evidence, lead.score, lead.signal_ids,
  lead.status_config_id, lead.github_issue_state, lead.feedback, lead.assignee_id, lead.read, lead.starred, lead.deleted,
  lead.posted_at, lead.collected_at`

export interface LeadPageRequest extends LeadOrder {
  after: LeadPlace | undefined
  skip: number
  limit: number
  /** Where given, all that meet the condition are counted up to this, unless the page holds them all. */
  countMax: number | undefined
}

export interface SelectedLeads {
  /** One more than `limit` where the list goes on. */
  rows: readonly LeadRow[]
  /** Undefined where nothing was counted. */
  count: number | undefined
  /** The wording of every signal that the rows name, deleted ones too. */
  signalTexts: ReadonlyMap<string, string>
}

/** What belongs to the page as a whole comes with its first row, so that a list costs one statement. */
interface FirstRow {
  page_count: string | number | null
  signal_texts: Record<string, string> | null
}

export type PageRow = LeadRow & FirstRow

/** One page in the order asked for; leads of the same value stand in the order of their ids, so that no page repeats one. */
export function leadPage(organizationId: string, condition: Condition, request: LeadPageRequest): RawBuilder<PageRow> {
  return sql<PageRow>`
    with page as (
      select ${ROW} from lead where ${condition} ${beyond(request)}
      order by ${sorted('lead', request)} limit ${request.limit + 1} offset ${request.skip}
    ), placed as (
      select page.*, row_number() over (order by ${sorted('page', request)}) as place from page
    )
    select placed.*, case when place = 1 then ${pageCount(condition, request)} end as page_count,
      case when place = 1 then (
        select jsonb_object_agg(id, intent_signal) from intent_signal
        where organization_id = ${organizationId} and id in (select unnest(signal_ids) from page)
      ) end as signal_texts
    from placed order by place`
}

export function readPage(rows: readonly PageRow[]): SelectedLeads {
  const { page_count, signal_texts } = rows[0] ?? { page_count: null, signal_texts: null }
  const signalTexts = new Map(Object.entries(signal_texts ?? {}))
  return { rows, count: page_count === null ? undefined : Number(page_count), signalTexts }
}

function pageCount(condition: Condition, { limit, skip, countMax }: LeadPageRequest): RawBuilder<unknown> {
  if (countMax === undefined) return sql`null`
  const count = sql`(select count(*) from (select from lead where ${condition} limit ${countMax}) counted)`
  return skip > 0 ? count : sql`case when (select count(*) from page) > ${limit} then ${count} end`
}

function sorted(table: 'lead' | 'page', { sortBy, sortOrder }: LeadOrder): RawBuilder<unknown> {
  const direction = sortOrder === 'desc' ? sql`desc` : sql`asc`
  return sql`${sql.ref(`${table}.${sortBy}`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`
}

function beyond({ after, sortBy, sortOrder }: LeadPageRequest): RawBuilder<unknown> {
  if (!after) return sql``
  const comparison = sortOrder === 'desc' ? sql`<` : sql`>`
  return sql`and (${sql.ref(`lead.${sortBy}`)}, lead.id) ${comparison} (${after.value}, ${after.id})`
}

/** How many leads there are, counted up to `max`. */
export async function countLeads(tx: Tx, condition: Condition, max: number): Promise<number> {
  const { rows } = await sql<{ count: string | number }>`
    select count(*) as count from (select from lead where ${condition} limit ${max}) counted`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** A lead with what its post says. */
export interface WholeLeadRow extends LeadRow {
  body: string
  author_url: string | null
  replies: number | null
  license: string | null
  feedback_reason: string | null
}

export async function findLead(
  tx: Tx,
  organizationId: string,
  place: { projectId: string; id: string },
): Promise<WholeLeadRow | undefined> {
  const { rows } = await sql<WholeLeadRow>`
    select ${ROW}, post.body, post.author_url, post.replies, post.license, lead.feedback_reason
    from lead join post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.project_id = ${place.projectId} and lead.id = ${place.id}
  `.execute(tx)
  return rows[0]
}

/** Sets a flag of one lead. Answers whether the project has that lead. */
export async function setFlag(
  tx: Tx,
  organizationId: string,
  change: { projectId: string; id: string; field: 'read' | 'starred'; value: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lead set ${sql.ref(change.field)} = ${change.value}
    where organization_id = ${organizationId} and project_id = ${change.projectId} and id = ${change.id}`.execute(tx)
  return numAffectedRows === 1n
}

export function leadNotFound(): AppError {
  return new AppError('not_found', 'lead_not_found', 'That lead does not exist.')
}
