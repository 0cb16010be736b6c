import { CHECKED_A_WEEK, TAUGHT_BY, type Lesson } from '@leadlight/domain/teaching'
import { sql } from 'kysely'
import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'
import { isKeptByModel, packHead, unpackHead, type Head } from './taught-head.ts'

/** One wording of one signal as one large model reads it. */
export interface OfTeaching extends OfSignal {
  revision: number
  /** Such as `openai/gpt-5-mini`. */
  model: string
}

export interface Taught {
  signalId: string
  revision: number
  model: string
  /** What the model said before this does not count any more. */
  since: Date
  /** How many verdicts it was measured by when it was last tried; 0 where teaching began again. */
  learnedFrom: number
  counted: number
  agreed: number
  /** Null while the model is asked. */
  head: Head | null
  /** The models whose vectors and features it applies to. */
  vectorModel: string
  judgeModel: string
  taughtAt: Date
  checkedAt: Date | null
}

type TaughtColumns = Omit<Taught, 'head'> & { weights: Uint8Array | null }

const TAUGHT = sql`intent_signal_id as "signalId", revision, model, since, learned_from as "learnedFrom", counted, agreed, weights,
  vector_model as "vectorModel", judge_model as "judgeModel", taught_at as "taughtAt", checked_at as "checkedAt"`

function fromColumns({ weights, ...row }: TaughtColumns): Taught {
  return { ...row, head: weights && unpackHead(weights) }
}

/** What a model has taught about these signals, under whatever wording. */
export async function selectTaught(tx: Tx, organizationId: string, signalIds: readonly string[]): Promise<Taught[]> {
  if (signalIds.length === 0) return []
  const { rows } = await sql<TaughtColumns>`
    select ${TAUGHT} from signal_teaching
    where organization_id = ${organizationId} and intent_signal_id = any(${signalIds}::uuid[])`.execute(tx)
  return rows.map(fromColumns)
}

/** What this model has taught about this wording; undefined where it was never measured. */
export async function findTaught(tx: Tx, of: OfTeaching): Promise<Taught | undefined> {
  const [row] = await selectTaught(tx, of.organizationId, [of.signalId])
  return row?.revision === of.revision && row.model === of.model ? row : undefined
}

export async function saveTaught(
  tx: Tx,
  { organizationId, ...of }: OfTeaching,
  taught: Omit<Taught, 'signalId' | 'revision' | 'model' | 'checkedAt'>,
): Promise<void> {
  const { since, learnedFrom, counted, agreed, head, vectorModel, judgeModel, taughtAt } = taught
  await sql`
    insert into signal_teaching (organization_id, intent_signal_id, revision, model, since, learned_from, counted, agreed, weights,
      vector_model, judge_model, taught_at)
    values (${organizationId}, ${of.signalId}, ${of.revision}, ${of.model}, ${since}, ${learnedFrom}, ${counted}, ${agreed},
      ${head && packHead(head)}, ${vectorModel}, ${judgeModel}, ${taughtAt})
    on conflict (intent_signal_id) do update set revision = excluded.revision, model = excluded.model, since = excluded.since,
      learned_from = excluded.learned_from, counted = excluded.counted, agreed = excluded.agreed, weights = excluded.weights,
      vector_model = excluded.vector_model, judge_model = excluded.judge_model, taught_at = excluded.taught_at, checked_at = null`.execute(
    tx,
  )
}

/** Releases the signal from what was taught: the model is asked again, and what it said before `since` does not count. */
export async function releaseTaught(tx: Tx, of: OfSignal, since: Date): Promise<void> {
  await sql`
    update signal_teaching set weights = null, since = ${since}, learned_from = 0, counted = 0, agreed = 0
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId}`.execute(tx)
}

/** How many posts the model has read under each of these wordings, from its `since` on. */
export async function countRead(
  tx: Tx,
  organizationId: string,
  asked: readonly (Omit<OfTeaching, 'organizationId'> & { since: Date | null })[],
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ signalId: string; read: number }>`
    select opinion.intent_signal_id as "signalId", count(*)::integer as read
    from unnest(${asked.map(({ signalId }) => signalId)}::uuid[], ${asked.map(({ revision }) => revision)}::integer[],
        ${asked.map(({ model }) => model)}::text[], ${asked.map(({ since }) => since)}::timestamptz[])
        as asked (signal_id, revision, model, since)
      join second_opinion opinion on opinion.intent_signal_id = asked.signal_id and opinion.revision = asked.revision
        and opinion.model = asked.model and opinion.state = 'given' and (asked.since is null or opinion.asked_at >= asked.since)
    where opinion.organization_id = ${organizationId}
    group by opinion.intent_signal_id`.execute(tx)
  return new Map(rows.map(({ signalId, read }) => [signalId, read]))
}

export interface VerdictRow {
  postId: string
  modelScore: number
}

/** The newest verdicts of the model that something can be learned from, as many as it is taught by, in a fixed order. */
export async function selectVerdicts(
  tx: Tx,
  of: OfTeaching,
  { since, vectorModel }: { since: Date | null; vectorModel: string },
): Promise<VerdictRow[]> {
  const { rows } = await sql<VerdictRow>`
    select "postId", "modelScore" from (
      select opinion.post_id as "postId", opinion.model_score as "modelScore"
      from second_opinion opinion
        join post_view post on post.id = opinion.post_id and post.vector is not null and post.vector_model = ${vectorModel}
      where opinion.organization_id = ${of.organizationId} and opinion.intent_signal_id = ${of.signalId}
        and opinion.revision = ${of.revision} and opinion.model = ${of.model} and opinion.state = 'given'
        and (${since}::timestamptz is null or opinion.asked_at >= ${since})
      order by opinion.asked_at desc, opinion.post_id limit ${TAUGHT_BY}
    ) newest order by "postId"`.execute(tx)
  return rows
}

/** The next signals, in any organization, of which nothing was drawn since that time. */
export async function selectUnchecked(
  tx: Tx,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<OfSignal[]> {
  const { rows } = await sql<OfSignal>`
    select organization_id as "organizationId", intent_signal_id as "signalId" from signal_teaching
    where weights is not null and intent_signal_id > ${after} and coalesce(checked_at, taught_at) <= ${before}
    order by intent_signal_id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Draws by chance from the posts that were decided without the model since the last check, and has it asked about them;
 * false where there are too few to tell anything. The same time always draws the same posts.
 */
export async function drawCheck(
  tx: Tx,
  of: OfTeaching,
  { since, now, week }: { since: Date; now: Date; week: string },
): Promise<boolean> {
  const { rows } = await sql<{ postId: string }>`
    select opinion.post_id as "postId"
    from second_opinion opinion join post_view post on post.id = opinion.post_id and post.gone_at is null
    where opinion.organization_id = ${of.organizationId} and opinion.intent_signal_id = ${of.signalId}
      and opinion.revision = ${of.revision} and opinion.model = ${of.model} and opinion.state = 'taught'
      and opinion.drawn_at is null and opinion.asked_at >= ${since}
    order by md5(opinion.post_id::text || ${week}) limit ${CHECKED_A_WEEK}`.execute(tx)
  if (rows.length < CHECKED_A_WEEK) return false
  await sql`
    update second_opinion set state = 'waiting', drawn_at = ${now}, tries = 0, first_asked_at = ${now}, next_try_at = ${now}
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and revision = ${of.revision}
      and post_id = any(${rows.map(({ postId }) => postId)}::uuid[])`.execute(tx)
  await sql`
    update signal_teaching set checked_at = ${now}
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId}`.execute(tx)
  return true
}

export interface Check extends Pick<Lesson, 'agreed' | 'counted'> {
  drawnAt: Date
  /** How many of its posts the model is still to read. */
  waiting: number
}

/** The checks since that time, newest first. */
export async function selectChecks(tx: Tx, of: OfTeaching, since: Date): Promise<Check[]> {
  const { rows } = await sql<{ drawnAt: Date; waiting: boolean; taughtKept: boolean; modelScore: number | null }>`
    select drawn_at as "drawnAt", state = 'waiting' as waiting, taught_kept as "taughtKept", model_score as "modelScore"
    from second_opinion
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and revision = ${of.revision}
      and model = ${of.model} and drawn_at >= ${since} and state in ('waiting', 'given')
    order by drawn_at desc, post_id limit ${10 * CHECKED_A_WEEK}`.execute(tx)
  return [...Map.groupBy(rows, ({ drawnAt }) => drawnAt.getTime()).values()].map((drawn) => {
    const given = drawn.flatMap((row) => (row.modelScore === null ? [] : { ...row, modelScore: row.modelScore }))
    const agreed = given.filter(({ taughtKept, modelScore }) => taughtKept === isKeptByModel(modelScore)).length
    const waiting = drawn.filter((row) => row.waiting).length
    return { drawnAt: drawn[0]?.drawnAt ?? since, waiting, agreed, counted: given.length }
  })
}
