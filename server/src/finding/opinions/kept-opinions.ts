import type { PlanEdits } from '@leadlight/domain/signal-plans'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * `missing`: it was never given and is not asked for any more. `taught`: what the model taught decided, and it was not
 * asked.
 */
export type OpinionState = 'given' | 'waiting' | 'missing' | 'taught'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'second_opinion.state': OpinionState
  }
}

/** One wording of one signal, and its project. */
export interface OpinionIds {
  organizationId: string
  projectId: string
  signalId: string
  revision: number
}

export interface OpinionRow {
  postId: string
  localScore: number
  localKept: boolean
  localModel: string
  model: string
  modelScore: number | null
  score: number | null
  state: OpinionState
  failedAs: string | null
  /** What the model's lesson decided in its place; null where it was asked at once. */
  taughtKept: boolean | null
  tokens: { input: number; output: number }
}

/** Saves a large model's opinions of posts, or that it could not be asked, beside the built-in scores. */
export async function saveOpinions(
  tx: Tx,
  ids: OpinionIds & { searchId: string | null },
  rows: readonly OpinionRow[],
  { now, nextTryAt }: { now: Date; nextTryAt: Date },
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('second_opinion')
    .values(
      rows.map((row) => ({
        organization_id: ids.organizationId,
        project_id: ids.projectId,
        intent_signal_id: ids.signalId,
        post_id: row.postId,
        revision: ids.revision,
        search_id: ids.searchId,
        local_score: row.localScore,
        local_kept: row.localKept,
        local_model: row.localModel,
        model: row.model,
        model_score: row.modelScore,
        score: row.score,
        state: row.state,
        failed_as: row.failedAs,
        taught_kept: row.taughtKept,
        tries: 1,
        input_tokens: row.tokens.input,
        output_tokens: row.tokens.output,
        first_asked_at: now,
        asked_at: now,
        next_try_at: row.state === 'waiting' ? nextTryAt : null,
      })),
    )
    // Two searches may judge a post under one wording; the row must match the verdict that stands now.
    .onConflict((conflict) =>
      conflict.columns(['intent_signal_id', 'post_id', 'revision']).doUpdateSet((eb) => ({
        search_id: eb.ref('excluded.search_id'),
        local_score: eb.ref('excluded.local_score'),
        local_kept: eb.ref('excluded.local_kept'),
        local_model: eb.ref('excluded.local_model'),
        model: eb.ref('excluded.model'),
        model_score: eb.ref('excluded.model_score'),
        score: eb.ref('excluded.score'),
        state: eb.ref('excluded.state'),
        failed_as: eb.ref('excluded.failed_as'),
        taught_kept: eb.ref('excluded.taught_kept'),
        drawn_at: eb.ref('excluded.drawn_at'),
        tries: eb.ref('excluded.tries'),
        input_tokens: eb.ref('excluded.input_tokens'),
        output_tokens: eb.ref('excluded.output_tokens'),
        asked_at: eb.ref('excluded.asked_at'),
        next_try_at: eb.ref('excluded.next_try_at'),
      })),
    )
    .execute()
}

export interface OpinionOfMatch extends Pick<
  OpinionRow,
  'state' | 'model' | 'localScore' | 'score' | 'failedAs' | 'taughtKept'
> {
  signalId: string
}

/** The opinions of a post under the wording that each signal judged it by. */
export async function selectOpinions(tx: Tx, organizationId: string, postId: string): Promise<OpinionOfMatch[]> {
  const { rows } = await sql<OpinionOfMatch>`
    select opinion.intent_signal_id as "signalId", opinion.state, opinion.model, opinion.local_score as "localScore",
      opinion.score, opinion.failed_as as "failedAs", opinion.taught_kept as "taughtKept"
    from judgement_view judgement join second_opinion opinion on opinion.organization_id = ${organizationId}
      and opinion.intent_signal_id = judgement.intent_signal_id and opinion.post_id = judgement.post_id
      and opinion.revision = judgement.revision
    where judgement.organization_id = ${organizationId} and judgement.post_id = ${postId}`.execute(tx)
  return rows
}

export interface WaitingOpinion extends OpinionIds {
  postId: string
  searchId: string | null
  tries: number
  firstAskedAt: Date
  /** Whether it is asked to check what the model has taught. */
  isCheck: boolean
  /** The signal's current wording. */
  intentSignal: string
  notInterested: string
  planEdits: PlanEdits | null
  /**
   * Whether the opinion still matters: the wording is current, the post stands at its source, and nobody has corrected
   * or deleted its lead.
   */
  isLive: boolean
}

const WAITING = sql`
  opinion.organization_id as "organizationId", opinion.project_id as "projectId", opinion.intent_signal_id as "signalId",
  opinion.revision, opinion.post_id as "postId", opinion.search_id as "searchId", opinion.tries,
  opinion.first_asked_at as "firstAskedAt", opinion.drawn_at is not null as "isCheck", signal.intent_signal as "intentSignal",
  signal.not_interested as "notInterested", signal.plan_edits as "planEdits",
  (signal.deleted_at is null and signal.revision = opinion.revision and post.gone_at is null
    and exists (
      select from judgement_view judgement where judgement.organization_id = opinion.organization_id
        and judgement.intent_signal_id = opinion.intent_signal_id and judgement.post_id = opinion.post_id
        and judgement.revision = opinion.revision)
    and not exists (
      select from lead_view lead left join lead_correction_view said on said.organization_id = lead.organization_id
        and said.lead_id = lead.id and said.intent_signal_id = opinion.intent_signal_id
      where lead.organization_id = opinion.organization_id and lead.project_id = opinion.project_id
        and lead.post_id = opinion.post_id and (lead.deleted or said.lead_id is not null))) as "isLive"`

/**
 * The opinions that are due, longest waiting first, locked until the transaction ends; those locked by another run are
 * skipped.
 */
export async function lockDue(
  tx: Tx,
  organizationId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<WaitingOpinion[]> {
  const { rows } = await sql<WaitingOpinion>`
    select ${WAITING}
    from second_opinion opinion
      join intent_signal_view signal on signal.organization_id = opinion.organization_id and signal.id = opinion.intent_signal_id
      join post_view post on post.id = opinion.post_id
    where opinion.organization_id = ${organizationId} and opinion.state = 'waiting' and opinion.next_try_at <= ${now}
    order by opinion.next_try_at, opinion.post_id limit ${limit}
    for no key update of opinion skip locked`.execute(tx)
  return rows
}

/** One of them, locked until the transaction ends, if it still waits and has not been tried since. */
export async function lockWaiting(tx: Tx, seen: WaitingOpinion): Promise<WaitingOpinion | undefined> {
  const { rows } = await sql<WaitingOpinion>`
    select ${WAITING}
    from second_opinion opinion
      join intent_signal_view signal on signal.organization_id = opinion.organization_id and signal.id = opinion.intent_signal_id
      join post_view post on post.id = opinion.post_id
    where opinion.organization_id = ${seen.organizationId} and opinion.intent_signal_id = ${seen.signalId}
      and opinion.post_id = ${seen.postId} and opinion.revision = ${seen.revision} and opinion.state = 'waiting'
      and opinion.tries = ${seen.tries}
    for no key update of opinion`.execute(tx)
  return rows[0]
}

type Key = Pick<WaitingOpinion, 'organizationId' | 'signalId' | 'postId' | 'revision'>

const isOf = ({ organizationId, signalId, postId, revision }: Key) =>
  sql`organization_id = ${organizationId} and intent_signal_id = ${signalId} and post_id = ${postId} and revision = ${revision}`

/** Counts another try; nobody else takes it up before `nextTryAt`. */
export async function setTried(tx: Tx, opinion: Key, change: { tries: number; nextTryAt: Date }): Promise<void> {
  await sql`
    update second_opinion set tries = ${change.tries}, next_try_at = ${change.nextTryAt} where ${isOf(opinion)}`.execute(
    tx,
  )
}

export async function setFailed(tx: Tx, opinion: Key, change: { failedAs: string; now: Date }): Promise<void> {
  await sql`
    update second_opinion set failed_as = ${change.failedAs}, asked_at = ${change.now} where ${isOf(opinion)}`.execute(
    tx,
  )
}

/** Marks it as not asked for any more; `why` is null where its subject is gone. */
export async function setMissing(tx: Tx, opinion: Key, why: string | null): Promise<void> {
  await sql`
    update second_opinion set state = case when taught_kept is null then 'missing' else 'taught' end, next_try_at = null,
      failed_as = coalesce(${why}, failed_as)
    where ${isOf(opinion)}`.execute(tx)
}

export async function setGiven(tx: Tx, opinion: Key, given: OpinionRow, now: Date): Promise<void> {
  await sql`
    update second_opinion set state = 'given', next_try_at = null, failed_as = null, asked_at = ${now},
      local_score = ${given.localScore}, local_kept = ${given.localKept}, local_model = ${given.localModel},
      model = ${given.model}, model_score = ${given.modelScore}, score = ${given.score},
      input_tokens = input_tokens + ${given.tokens.input}, output_tokens = output_tokens + ${given.tokens.output}
    where ${isOf(opinion)}`.execute(tx)
}

/** Deletes the opinions of erased posts, in every organization. */
export async function deleteOpinionsOf(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from second_opinion where post_id = any(${postIds}::uuid[])`.execute(tx)
}
