import type { OfSignal } from '../../core/signals/signals.ts'
import {
  AUDIT_STRATA,
  DRAWN_A_WEEK,
  MIDDLE_FROM,
  NEAR_FROM,
  type AuditAnswer,
  type AuditStratum,
} from '@leadlight/domain/audits'
import type { Author } from '@leadlight/domain/authors'
import { sql, type JSONColumnType, type RawBuilder } from 'kysely'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Tx } from '../../platform/db.ts'

/** How many posts of each kind the signal passed over. */
export type StratumSizes = Partial<Record<AuditStratum, number>>

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'signal_audit.strata': JSONColumnType<StratumSizes>
    'signal_audit_post.stratum': AuditStratum
    'signal_audit_post.answer': AuditAnswer | null
  }
}

/** The next signals, in any organization, for which nothing has been drawn this week. */
export async function selectUndrawn(
  tx: Tx,
  { week, after, limit }: { week: string; after: string; limit: number },
): Promise<OfSignal[]> {
  const { rows } = await sql<OfSignal>`
    select organization_id as "organizationId", id as "signalId" from intent_signal_view intent_signal
    where deleted_at is null and kind = 'intent' and id > ${after} and not exists (
      select from signal_audit where signal_audit.intent_signal_id = intent_signal.id and week = ${week}::date)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** The time an audit covers: from the end of the last audit on. */
export interface AuditedTime {
  since: Date
  until: Date
}

/** The end of the signal's last audit, or the beginning of time where there was none. */
export async function findAuditedUntil(tx: Tx, of: OfSignal): Promise<Date> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(until_at) as until from signal_audit
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId}`.execute(tx)
  return rows[0]?.until ?? new Date(0)
}

/** How many posts the signal kept in that time. */
export async function countFound(tx: Tx, of: OfSignal, { since, until }: AuditedTime): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from judgement_view judgement
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and kept
      and judged_at > ${since} and judged_at <= ${until}`.execute(tx)
  return rows[0]?.found ?? 0
}

export interface DrawnPost {
  postId: string
  stratum: AuditStratum
  /** How many posts of this kind were passed over. */
  posts: number
}

/** Whose a post is. */
interface Written {
  platform: string
  author: Author | null
}

/** The author of a `post`, as an object. */
export const WRITER = sql`case when post.author_name is not null then jsonb_build_object(
  'externalId', post.author_external_id, 'name', post.author_name, 'url', post.author_url) end`

interface Drawing extends AuditedTime {
  week: string
}

/**
 * Draws a random sample of what the signal passed over in that time: posts the judge rejected, and posts its searches
 * did not judge, as far as those are kept. The same week always draws the same sample. Posts drawn before, or labelled
 * by somebody, are left out, as are those of authors that the organization may not keep.
 */
export async function drawPassedOver(
  tx: Tx,
  suppression: Suppression,
  of: OfSignal,
  drawing: Drawing,
): Promise<DrawnPost[]> {
  const { organizationId } = of
  // Drawn again without those of suppressed authors, until none is among them.
  for (const without: string[] = []; ;) {
    const { rows: drawn } = await passedOver(of, { ...drawing, without }).execute(tx)
    const ids = drawn.map(({ postId }) => postId)
    const { rows: posts } = await sql<Written & { id: string }>`
      select id, platform, ${WRITER} as author from post_view post where id = any(${ids}::uuid[])`.execute(tx)
    const welcome = await withoutSuppressed(tx, suppression, { organizationId, posts })
    if (welcome.length === posts.length) return drawn
    const kept = new Set(welcome.map(({ id }) => id))
    without.push(...ids.filter((id) => !kept.has(id)))
  }
}

/**
 * The statement of `drawPassedOver`. It groups all that is known of each post in one pass, whatever the plan. A search
 * that ends brings thousands of posts, and a join planned for a few would compare each with all.
 */
export function passedOver(
  of: OfSignal,
  { since, until, week, without }: Drawing & { without: readonly string[] },
): RawBuilder<DrawnPost> {
  const drawn = AUDIT_STRATA.map((stratum) => DRAWN_A_WEEK[stratum])
  return sql<DrawnPost>`
    with known as (
      select post_id, case when score >= ${NEAR_FROM} then 'near' when score >= ${MIDDLE_FROM} then 'middle' else 'far' end as stratum,
        kept or judged_at <= ${since} or judged_at > ${until} as is_out
      from judgement_view judgement where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId}
      union all
      select candidate.post_id, null, false
      from search_view search join search_candidate_view candidate on candidate.search_id = search.id
      where search.organization_id = ${of.organizationId} and search.intent_signal_id = ${of.signalId}
        and search.finished_at > ${since} and search.finished_at <= ${until}
        and candidate.organization_id = ${of.organizationId} and candidate.state = 'dropped'
      union all
      select post_id, null, true from signal_audit_post
      where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and post_id is not null
      union all
      -- What a preview's answer says of a post that was passed over all the same may still be a miss.
      select post_id, null, true from signal_label_view signal_label
      where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and source <> 'preview'
    ), open as (
      select post_id, coalesce(max(stratum), 'far') as stratum, md5(post_id::text || ${week}) as chance
      from known group by post_id having not bool_or(is_out) and post_id <> all(${without}::uuid[])
    ), placed as (
      select post_id, stratum, chance, (count(*) over (partition by stratum))::integer as posts,
        row_number() over (partition by stratum order by chance) as place
      from open
    )
    select post_id as "postId", stratum, posts from placed join post_view post on post.id = post_id and post.gone_at is null
    where place <= (${drawn}::integer[])[array_position(${[...AUDIT_STRATA]}::text[], stratum)]
    order by chance desc`
}

/** Saves the week's sample, and how many posts of each kind it was drawn from. */
export async function insertAudit(
  tx: Tx,
  of: OfSignal & { projectId: string },
  audit: { week: string; until: Date; found: number; posts: readonly DrawnPost[] },
): Promise<void> {
  const strata: StratumSizes = Object.fromEntries(audit.posts.map(({ stratum, posts }) => [stratum, posts]))
  await sql`
    insert into signal_audit (organization_id, project_id, intent_signal_id, week, until_at, found, strata)
    values (${of.organizationId}, ${of.projectId}, ${of.signalId}, ${audit.week}, ${audit.until}, ${audit.found},
      ${JSON.stringify(strata)}::jsonb)`.execute(tx)
  if (audit.posts.length === 0) return
  await sql`
    insert into signal_audit_post (organization_id, intent_signal_id, week, position, post_id, stratum)
    select ${of.organizationId}::uuid, ${of.signalId}::uuid, ${audit.week}::date, place, post_id, stratum
    from unnest(${audit.posts.map(({ postId }) => postId)}::uuid[], ${audit.posts.map(({ stratum }) => stratum)}::text[])
      with ordinality as drawn (post_id, stratum, place)`.execute(tx)
}

/** The week of the signal's last sample; undefined where there is none. */
export async function findLastWeek(tx: Tx, of: OfSignal): Promise<string | undefined> {
  const { rows } = await sql<{ week: string | null }>`
    select max(week)::text as week from signal_audit
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId}`.execute(tx)
  return rows[0]?.week ?? undefined
}

export interface AuditPostRow {
  postId: string
  platform: string
  community: string | null
  author: string | null
  url: string
  title: string | null
  text: string
  postedAt: Date
  answer: AuditAnswer | null
}

/**
 * The week's sample that still stands at its source, or only `postId` of it; without posts of authors that the
 * organization may not keep.
 */
export async function selectDrawn(
  tx: Tx,
  suppression: Suppression,
  of: OfSignal,
  { week, postId }: { week: string | null; postId?: string },
): Promise<AuditPostRow[]> {
  const { rows } = await sql<Omit<AuditPostRow, 'author'> & Written>`
    select post.id as "postId", post.platform, post.community_name as community, ${WRITER} as author, post.url,
      post.title, post.body as text, post.posted_at as "postedAt", drawn.answer
    from signal_audit_post drawn join post_view post on post.id = drawn.post_id and post.gone_at is null
    where drawn.organization_id = ${of.organizationId} and drawn.intent_signal_id = ${of.signalId}
      and (${week}::date is null or drawn.week = ${week}::date) and (${postId ?? null}::uuid is null or drawn.post_id = ${postId ?? null}::uuid)
    order by drawn.week, drawn.position limit 200`.execute(tx)
  const posts = await withoutSuppressed(tx, suppression, { organizationId: of.organizationId, posts: rows })
  return posts.map(({ author, ...post }) => ({ ...post, author: author?.name ?? null }))
}

/** Saves an answer; false where the post was not drawn for the signal. */
export async function setAnswer(
  tx: Tx,
  of: OfSignal,
  { postId, answer, userId, now }: { postId: string; answer: AuditAnswer | null; userId: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update signal_audit_post set answer = ${answer},
      account_id = case when ${answer}::text is null then null else ${userId}::uuid end,
      answered_at = case when ${answer}::text is null then null else ${now}::timestamptz end
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and post_id = ${postId}`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

export interface AuditSum {
  signalId: string
  waiting: number
  found: number
  strata: { posts: number; yes: number; no: number }[]
}

/** What was drawn and answered for each of the project's signals since the week `since`, by week and kind. */
export async function sumAudits(
  tx: Tx,
  organizationId: string,
  { projectId, since, week }: { projectId: string; since: string; week: string },
): Promise<AuditSum[]> {
  const { rows } = await sql<AuditSum>`
    with answered as (
      select signal_audit.intent_signal_id, signal_audit.week, signal_audit.found, drawn.stratum,
        (signal_audit.strata->>drawn.stratum)::integer as posts,
        count(*) filter (where drawn.answer = 'yes') as yes, count(*) filter (where drawn.answer = 'no') as no,
        count(*) filter (where drawn.answer is null and drawn.post_id is not null and signal_audit.week = ${week}::date) as waiting
      from signal_audit join signal_audit_post drawn on drawn.organization_id = ${organizationId}
        and drawn.intent_signal_id = signal_audit.intent_signal_id and drawn.week = signal_audit.week
      where signal_audit.organization_id = ${organizationId} and signal_audit.project_id = ${projectId}
        and signal_audit.week >= ${since}::date
      group by signal_audit.intent_signal_id, signal_audit.week, signal_audit.found, signal_audit.strata, drawn.stratum
    ), weekly as (
      select intent_signal_id, week, max(found) as found, sum(yes + no) as looked_at, sum(waiting) as waiting
      from answered group by intent_signal_id, week
    ), kinds as (
      select answered.intent_signal_id, answered.stratum, sum(posts)::integer as posts, sum(yes)::integer as yes, sum(no)::integer as no
      from answered join weekly using (intent_signal_id, week)
      where weekly.looked_at > 0 group by answered.intent_signal_id, answered.stratum
    )
    select intent_signal_id as "signalId", sum(waiting)::integer as waiting,
      coalesce(sum(found) filter (where looked_at > 0), 0)::integer as found,
      coalesce((select jsonb_agg(jsonb_build_object('posts', posts, 'yes', yes, 'no', no) order by stratum)
        from kinds where kinds.intent_signal_id = weekly.intent_signal_id), '[]') as strata
    from weekly group by intent_signal_id`.execute(tx)
  return rows
}
