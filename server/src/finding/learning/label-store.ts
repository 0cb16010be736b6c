import { sql } from 'kysely'
import type { OfSignal } from '../../core/signals/signals.ts'
import type { Tx } from '../../platform/db.ts'

/** Where a label comes from. Where two disagree on a post, the later in this order counts. */
export type LabelSource = 'preview' | 'feedback' | 'audit' | 'correction'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'signal_label.source': LabelSource
  }
}

/** Older labels add little, and somebody waits while the fit is computed. */
const LABELS_MAX = 300

export interface Said {
  organizationId: string
  postId: string
  signalIds: readonly string[]
  source: LabelSource
}

/** Deletes the post's label from this source. Returns the signals it was for. */
export async function deleteLabels(tx: Tx, said: Said): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from signal_label
    where organization_id = ${said.organizationId} and post_id = ${said.postId} and source = ${said.source}
      and intent_signal_id = any(${said.signalIds}::uuid[])
    returning intent_signal_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Saves the post's label; a later one replaces it. */
export async function saveLabels(tx: Tx, said: Said & { fits: boolean; userId: string; now: Date }): Promise<void> {
  await sql`
    insert into signal_label (organization_id, intent_signal_id, post_id, source, fits, account_id, said_at)
    select ${said.organizationId}::uuid, id, ${said.postId}::uuid, ${said.source}, ${said.fits}, ${said.userId}::uuid,
      ${said.now}::timestamptz
    from unnest(${said.signalIds}::uuid[]) as signal (id)
    on conflict (intent_signal_id, post_id, source) do update set
      fits = excluded.fits, account_id = excluded.account_id, said_at = excluded.said_at`.execute(tx)
}

/** What somebody answered to a preview's question. */
export interface Answer {
  postId: string
  fits: boolean
  /** What the judge says of the post, in log-odds. */
  base: number
}

/** Saves answers to a preview's questions; a later one about the same post replaces the earlier. */
export async function saveAnswers(
  tx: Tx,
  { organizationId, signalId, given, userId, now }: OfSignal & { given: readonly Answer[]; userId: string; now: Date },
): Promise<void> {
  await sql`
    insert into signal_label (organization_id, intent_signal_id, post_id, source, fits, base, account_id, said_at)
    select ${organizationId}::uuid, ${signalId}::uuid, answer.post_id, 'preview', answer.fits, answer.base, ${userId}::uuid,
      ${now}::timestamptz
    from unnest(${given.map(({ postId }) => postId)}::uuid[], ${given.map(({ fits }) => fits)}::boolean[],
      ${given.map(({ base }) => base)}::double precision[]) as answer (post_id, fits, base)
    on conflict (intent_signal_id, post_id, source) do update set
      fits = excluded.fits, base = excluded.base, account_id = excluded.account_id, said_at = excluded.said_at`.execute(
    tx,
  )
}

/** The newest answers to the signals' previews, at most as many a signal as are learned from. */
export async function selectAnswers(
  tx: Tx,
  organizationId: string,
  signalIds: readonly string[],
): Promise<{ signalId: string; postId: string; fits: boolean }[]> {
  if (signalIds.length === 0) return []
  const { rows } = await sql<{ signalId: string; postId: string; fits: boolean }>`
    select intent_signal_id as "signalId", post_id as "postId", fits from (
      select intent_signal_id, post_id, fits, said_at,
        row_number() over (partition by intent_signal_id order by said_at desc, post_id) as place
      from signal_label
      where organization_id = ${organizationId} and intent_signal_id = any(${signalIds}::uuid[]) and source = 'preview'
    ) said where place <= ${LABELS_MAX} order by intent_signal_id, place`.execute(tx)
  return rows
}

export interface LabelRow {
  postId: string
  fits: boolean
  /** The judge's log-odds; null where it was never asked. */
  base: number | null
  vector: Uint8Array
}

/**
 * The label that counts of each post under a signal, in a fixed order, the newest up to the limit. What the judge said
 * of the present words goes before what it said for an answer, and that before a verdict on former words. Posts without
 * a vector of this model teach nothing and are left out, such as those deleted at their source.
 */
export async function selectLabels(
  tx: Tx,
  of: OfSignal & { revision: number; vectorModel: string },
): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select newest.post_id as "postId", newest.fits, newest.base, newest.vector from (
      select said.post_id, said.fits, post.vector,
        coalesce(case when judgement.revision = ${of.revision} then judgement.base end, said.base, judgement.base) as base
      from (
        select distinct on (post_id) post_id, fits, said_at, max(base) over (partition by post_id) as base
        from signal_label
        where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId}
        order by post_id, array_position(array['correction', 'audit', 'feedback', 'preview'], source)
      ) said
        join post_view post on post.id = said.post_id and post.vector is not null and post.vector_model = ${of.vectorModel}
        left join judgement_view judgement on judgement.organization_id = ${of.organizationId}
          and judgement.intent_signal_id = ${of.signalId} and judgement.post_id = said.post_id
      order by said.said_at desc, said.post_id limit ${LABELS_MAX}
    ) newest order by newest.post_id`.execute(tx)
  return rows
}

/** The label that counts of each of these posts under a signal. */
export async function selectSaid(
  tx: Tx,
  of: OfSignal,
  postIds: readonly string[],
): Promise<{ postId: string; fits: boolean }[]> {
  const { rows } = await sql<{ postId: string; fits: boolean }>`
    select distinct on (post_id) post_id as "postId", fits from signal_label
    where organization_id = ${of.organizationId} and intent_signal_id = ${of.signalId} and post_id = any(${postIds}::uuid[])
    order by post_id, array_position(array['correction', 'audit', 'feedback', 'preview'], source)`.execute(tx)
  return rows
}
