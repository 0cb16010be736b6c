import type { Evidence } from '@leadlight/contract/evidence'
import { sql, type Generated, type Insertable, type JSONColumnType, type RawBuilder } from 'kysely'
import type { Tables, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'lead.excerpt_evidence': JSONColumnType<Evidence[]>
    'lead.github_issue_state': Generated<'OPEN' | 'CLOSED' | null>
    'lead.feedback': Generated<'positive' | 'negative' | null>
  }
}

export type NewLead = Insertable<Tables['lead']>

export interface LeadOfPost {
  id: string
  postId: string
}

export interface KnownLead extends LeadOfPost {
  score: number
}

/** Where leads are recorded, and for which signal. */
export interface SignalIds {
  organizationId: string
  projectId: string
  signalId: string
}

/** Stays far below PostgreSQL's limit of 65,535 parameters per statement. */
const ROWS_PER_STATEMENT = 500

/**
 * Adds leads except for posts that are leads of the project already, and returns those added. In the order of the
 * posts, so that two searches with the same finds wait for each other instead of deadlocking.
 */
export async function insertLeads(tx: Tx, organizationId: string, leads: readonly NewLead[]): Promise<LeadOfPost[]> {
  const ordered = leads.toSorted((a, b) => (a.post_id < b.post_id ? -1 : 1))
  const added: LeadOfPost[] = []
  for (let from = 0; from < ordered.length; from += ROWS_PER_STATEMENT) {
    const some = ordered.slice(from, from + ROWS_PER_STATEMENT)
    const rows = await tx
      .with('added', (also) =>
        also
          .insertInto('lead')
          .values(some.map((lead) => ({ ...lead, organization_id: organizationId })))
          .onConflict((conflict) => conflict.columns(['organization_id', 'project_id', 'post_id']).doNothing())
          .returning(['id', 'post_id', 'organization_id', 'project_id']),
      )
      // Records which organization has a lead of each post.
      .with('held', (also) =>
        also
          .insertInto('post_lead')
          .columns(['post_id', 'organization_id', 'project_id'])
          .expression(also.selectFrom('added').select(['post_id', 'organization_id', 'project_id'])),
      )
      .selectFrom('added')
      .select(['id', 'post_id'])
      .execute()
    added.push(...rows.map((row) => ({ id: row.id, postId: row.post_id })))
  }
  return added
}

/** The project's leads of these posts, except for `exceptIds`, locked until the transaction ends. */
export async function lockLeadsOfPosts(
  tx: Tx,
  ids: SignalIds,
  which: { postIds: readonly string[]; exceptIds: readonly string[] },
): Promise<KnownLead[]> {
  const { rows } = await sql<KnownLead>`
    select id, post_id as "postId", score from lead
    where organization_id = ${ids.organizationId} and project_id = ${ids.projectId}
      and post_id = any(${which.postIds}::uuid[]) and id <> all(${which.exceptIds}::uuid[])
    order by id for no key update`.execute(tx)
  return rows
}

export interface Renewal {
  id: string
  score: number
  excerpt: string
  excerptEvidence: Evidence[]
}

/** An index row holds so many; a project has a hundred signals at most, besides those it has deleted. */
const SIGNALS_MAX = 150

/** A lead's signals as its index can hold them: where there are more, those that were deleted go. */
function inIndex(organizationId: string, signalIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when cardinality(${signalIds}) <= ${SIGNALS_MAX} then ${signalIds} else array(
    select signal.id from intent_signal_view signal
    where signal.organization_id = ${organizationId} and signal.deleted_at is null and signal.id = any(${signalIds})
    order by signal.created_at desc, signal.id limit ${SIGNALS_MAX}) end`
}

/** Updates leads from a new match, writing only rows that differ. */
export async function renewLeads(tx: Tx, ids: SignalIds, renewals: readonly Renewal[]): Promise<void> {
  if (renewals.length === 0) return
  await sql`
    update lead set score = fresh.score, excerpt = fresh.excerpt, excerpt_evidence = fresh.excerpt_evidence,
      signal_ids = case when lead.signal_ids @> array[${ids.signalId}::uuid] then lead.signal_ids
        else ${inIndex(ids.organizationId, sql`lead.signal_ids || ${ids.signalId}::uuid`)} end
    from unnest(
      ${renewals.map(({ id }) => id)}::uuid[], ${renewals.map(({ score }) => score)}::smallint[],
      ${renewals.map(({ excerpt }) => excerpt)}::text[],
      ${renewals.map(({ excerptEvidence }) => JSON.stringify(excerptEvidence))}::jsonb[]
    ) as fresh (id, score, excerpt, excerpt_evidence)
    where lead.organization_id = ${ids.organizationId} and lead.id = fresh.id
      and (not lead.signal_ids @> array[${ids.signalId}::uuid]
        or (lead.score, lead.excerpt, lead.excerpt_evidence)
          is distinct from (fresh.score, fresh.excerpt, fresh.excerpt_evidence))`.execute(tx)
}

/** Updates a lead from its matches and their signals. */
export async function setSummary(
  tx: Tx,
  organizationId: string,
  summary: { leadId: string; score: number; excerpt: { text: string; evidence: Evidence[] }; signalIds: string[] },
): Promise<void> {
  const { leadId, score, excerpt, signalIds } = summary
  await sql`
    update lead set score = ${score}, excerpt = ${excerpt.text}, signal_ids = ${inIndex(organizationId, sql`${signalIds}::uuid[]`)},
      excerpt_evidence = ${JSON.stringify(excerpt.evidence)}::jsonb
    where organization_id = ${organizationId} and id = ${leadId}`.execute(tx)
}

/**
 * Deletes the project's next leads in the order of their posts, at most `limit`, with all that refers to them. Returns
 * the post to continue after, so that deleted rows are not scanned again; undefined where none was left.
 */
export async function deleteLeadsAfter(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; afterPostId: string; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ postId: string }>`
    with target as (
      select id, post_id from lead
      where organization_id = ${organizationId} and project_id = ${request.projectId} and post_id > ${request.afterPostId}
      order by post_id limit ${request.limit}
    ), deleted as (
      delete from lead using target where lead.organization_id = ${organizationId} and lead.id = target.id
    )
    select post_id as "postId" from target order by post_id desc limit 1`.execute(tx)
  return rows[0]?.postId
}
