import type { OfSignal } from '../../core/signals/signals.ts'
import { logOddsOf } from '@leadlight/domain/scoring'
import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

/** One wording of one signal. */
export interface Wording extends OfSignal {
  revision: number
}

/** Which of these posts the signal's current wording has judged, and whether each was kept. */
export async function selectJudged(
  tx: Tx,
  wording: Wording,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  if (postIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('judgement')
    .select(['post_id', 'kept'])
    .where('organization_id', '=', wording.organizationId)
    .where('intent_signal_id', '=', wording.signalId)
    .where('revision', '=', wording.revision)
    .where('post_id', 'in', postIds)
    .execute()
  return new Map(rows.map((row) => [row.post_id, row.kept]))
}

export interface Verdict {
  postId: string
  score: number
  /** The judge's log-odds before the signal's feedback adjusts them; null where nothing is scored. */
  base: number | null
  kept: boolean
  model: string
}

/** Saves verdicts; a newer wording's verdict on the same post stays. */
export async function saveJudgements(
  tx: Tx,
  wording: Wording,
  verdicts: readonly Verdict[],
  judgedAt: Date,
): Promise<void> {
  if (verdicts.length === 0) return
  await tx
    .insertInto('judgement')
    .values(
      verdicts.map((verdict) => ({
        organization_id: wording.organizationId,
        intent_signal_id: wording.signalId,
        post_id: verdict.postId,
        revision: wording.revision,
        score: verdict.score,
        base: verdict.base,
        kept: verdict.kept,
        model: verdict.model,
        judged_at: judgedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['intent_signal_id', 'post_id'])
        .doUpdateSet((eb) => ({
          revision: eb.ref('excluded.revision'),
          score: eb.ref('excluded.score'),
          base: eb.ref('excluded.base'),
          kept: eb.ref('excluded.kept'),
          model: eb.ref('excluded.model'),
          judged_at: eb.ref('excluded.judged_at'),
        }))
        .whereRef('judgement.revision', '<=', 'excluded.revision'),
    )
    .execute()
}

/** The best of what a wording rejected, from one score up to another and best first. */
export async function selectBestRejected(
  tx: Tx,
  wording: Wording,
  { from, below, limit }: { from: number; below: number; limit: number },
): Promise<{ postId: string; score: number; base: number; model: string }[]> {
  const rows = await tx
    .selectFrom('judgement')
    .select(['post_id', 'score', 'base', 'model'])
    .where('organization_id', '=', wording.organizationId)
    .where('intent_signal_id', '=', wording.signalId)
    .where('revision', '=', wording.revision)
    .where('kept', '=', false)
    .where('score', '>=', from)
    .where('score', '<', below)
    .orderBy('score', 'desc')
    .orderBy('post_id')
    .limit(limit)
    .execute()
  return rows.map(({ post_id: postId, score, base, model }) => ({
    postId,
    score,
    base: base ?? logOddsOf(score / 100),
    model,
  }))
}

/** Posts the signal has judged under any wording, oldest verdict first: what a re-analysis judges again. */
export async function selectJudgedPostIds(tx: Tx, signal: OfSignal, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('judgement')
    .select('post_id')
    .where('organization_id', '=', signal.organizationId)
    .where('intent_signal_id', '=', signal.signalId)
    .orderBy('judged_at')
    .orderBy('post_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.post_id)
}

/** Posts since that time that the signal has judged under any wording and that still stand, newest first. */
export async function selectJudgedSince(
  tx: Tx,
  signal: OfSignal,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('judgement')
    .innerJoin('post_view as post', 'post.id', 'judgement.post_id')
    .select('post.id')
    .where('judgement.organization_id', '=', signal.organizationId)
    .where('judgement.intent_signal_id', '=', signal.signalId)
    .where('post.posted_at', '>=', since)
    .where('post.gone_at', 'is', null)
    .orderBy('post.posted_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many posts the signal has judged under any wording and that still stand at their source, counted up to `max`. */
export async function countJudged(tx: Tx, signal: OfSignal, max: number): Promise<number> {
  const { rows } = await sql<{ count: string | number }>`
    select count(*) as count from (
      select from judgement join post_view post on post.id = judgement.post_id
      where judgement.organization_id = ${signal.organizationId} and judgement.intent_signal_id = ${signal.signalId}
        and post.gone_at is null
      limit ${max}
    ) counted`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** How many posts each of these signals kept since that time; those without any are left out. */
export async function countKeptSince(
  tx: Tx,
  organizationId: string,
  { signalIds, since }: { signalIds: readonly string[]; since: Date },
): Promise<ReadonlyMap<string, number>> {
  if (signalIds.length === 0) return new Map()
  const { rows } = await sql<{ signalId: string; count: number }>`
    select intent_signal_id as "signalId", count(*)::integer as count from judgement
    where organization_id = ${organizationId} and intent_signal_id = any(${signalIds}::uuid[])
      and judged_at > ${since} and kept
    group by intent_signal_id order by intent_signal_id`.execute(tx)
  return new Map(rows.map(({ signalId, count }) => [signalId, count]))
}

/** Deletes the verdicts on erased posts, in every organization. */
export async function deleteJudgementsOf(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from judgement where post_id = any(${postIds}::uuid[])`.execute(tx)
}

/** Posts written since then that were judged for any signal of the project and still stand, newest first. */
export async function selectJudgedForProject(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('post_view as post')
    .select('post.id')
    .where('post.posted_at', '>=', since)
    .where('post.gone_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('judgement')
          .innerJoin('intent_signal_view as signal', 'signal.id', 'judgement.intent_signal_id')
          .select('judgement.post_id')
          .whereRef('judgement.post_id', '=', 'post.id')
          .where('judgement.organization_id', '=', organizationId)
          .where('signal.organization_id', '=', organizationId)
          .where('signal.project_id', '=', projectId)
          .where('signal.deleted_at', 'is', null),
      ),
    )
    .orderBy('post.posted_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
