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
  read: boolean
  starred: boolean
  deleted: boolean
  posted_at: Date
  collected_at: Date
}

const ROW = sql`lead.id, lead.project_id, lead.platform, lead.community_name, lead.url, lead.author_name, lead.title,
  lead.excerpt, lead.excerpt_evidence, lead.score, lead.signal_ids, lead.read, lead.starred, lead.deleted,
  lead.posted_at, lead.collected_at`

const SORT_COLUMN = {
  posted_at: sql.ref('lead.posted_at'),
  collected_at: sql.ref('lead.collected_at'),
  score: sql.ref('lead.score'),
} as const

export interface LeadPageRequest extends LeadOrder {
  after: LeadPlace | undefined
  skip: number
  limit: number
}

/** One page in the order asked for; leads of the same value stand in the order of their ids, so that no page repeats one. */
export async function selectLeads(tx: Tx, condition: Condition, request: LeadPageRequest): Promise<LeadRow[]> {
  const column = SORT_COLUMN[request.sortBy]
  const direction = request.sortOrder === 'desc' ? sql`desc` : sql`asc`
  const { rows } = await sql<LeadRow>`
    select ${ROW} from lead where ${condition} ${beyond(column, request)}
    order by ${column} ${direction}, lead.id ${direction}
    limit ${request.limit} offset ${request.skip}`.execute(tx)
  return rows
}

function beyond(column: RawBuilder<unknown>, { after, sortOrder }: LeadPageRequest): RawBuilder<unknown> {
  if (!after) return sql``
  const comparison = sortOrder === 'desc' ? sql`<` : sql`>`
  return sql`and (${column}, lead.id) ${comparison} (${after.value}, ${after.id})`
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
}

export async function findLead(
  tx: Tx,
  organizationId: string,
  place: { projectId: string; id: string },
): Promise<WholeLeadRow | undefined> {
  const { rows } = await sql<WholeLeadRow>`
    select ${ROW}, post.body, post.author_url, post.replies, post.license
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
