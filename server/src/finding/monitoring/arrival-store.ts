import type { OfSignal } from '../../core/signals/signals.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/**
 * waiting → held (its price is reserved) → judged. `repeated` repeats a post judged for the signal, and is free.
 * `dropped` was dropped unjudged, as too many waited.
 */
export type ArrivalState = 'waiting' | 'held' | 'judged' | 'repeated' | 'dropped'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'monitor_candidate.state': ArrivalState
  }
}

export interface Arrival {
  organizationId: string
  projectId: string
  signalId: string
  postId: string
  rank: number
}

/**
 * Queues posts to be judged, skipping those queued for the signal before. Returns the new ones, and whether the signal
 * is free: no batch of it is being judged, and it does not wait for credits.
 */
export async function insertArrivals(
  tx: Tx,
  arrivals: readonly Arrival[],
  { pollId, now }: { pollId: string; now: Date },
): Promise<(Pick<Arrival, 'organizationId' | 'signalId' | 'postId'> & { isFree: boolean })[]> {
  if (arrivals.length === 0) return []
  const { rows } = await sql<{ organizationId: string; signalId: string; postId: string; isFree: boolean }>`
    with added as (
    insert into monitor_candidate (organization_id, project_id, intent_signal_id, post_id, look_id, state, rank, arrived_at)
    select organization_id, project_id, signal_id, post_id, ${pollId}::uuid, 'waiting', rank, ${now}
    from unnest(${arrivals.map((a) => a.organizationId)}::uuid[], ${arrivals.map((a) => a.projectId)}::uuid[],
      ${arrivals.map((a) => a.signalId)}::uuid[], ${arrivals.map((a) => a.postId)}::uuid[],
      ${arrivals.map((a) => a.rank)}::real[]) as arrival (organization_id, project_id, signal_id, post_id, rank)
    order by signal_id, post_id
    on conflict (intent_signal_id, post_id) do nothing
    returning organization_id, intent_signal_id, post_id)
    select organization_id as "organizationId", intent_signal_id as "signalId", post_id as "postId",
      monitor.batch is null and monitor.paused is null as "isFree"
    from added join signal_monitor monitor using (organization_id, intent_signal_id)`.execute(tx)
  return rows
}

/** The signal's posts in a state, latest arrival first and then nearest first; at most `limit`. */
export async function selectArrived(
  tx: Tx,
  of: OfSignal,
  request: { state: 'waiting' | 'held'; limit: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('monitor_candidate')
    .select('post_id')
    .where('organization_id', '=', of.organizationId)
    .where('intent_signal_id', '=', of.signalId)
    .where('state', '=', request.state)
    .orderBy('arrived_at', 'desc')
    .orderBy('rank', 'desc')
    .orderBy('post_id')
    .limit(request.limit)
    .execute()
  return rows.map((row) => row.post_id)
}

/** Which of these posts still wait for the signal with the same text, in the same order. */
export async function selectStillWaiting(
  tx: Tx,
  of: OfSignal,
  posts: readonly { id: string; fingerprint: Uint8Array }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select post.id
    from unnest(${posts.map(({ id }) => id)}::uuid[], ${posts.map(({ fingerprint }) => Buffer.from(fingerprint))}::bytea[])
      with ordinality as read (id, fingerprint, place)
    join monitor_candidate candidate on candidate.post_id = read.id
      and candidate.organization_id = ${of.organizationId} and candidate.intent_signal_id = ${of.signalId}
      and candidate.state = 'waiting'
    join post_view post on post.id = read.id and post.gone_at is null and post.fingerprint = read.fingerprint
    order by place`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function setArrived(
  tx: Tx,
  of: OfSignal,
  change: { postIds: readonly string[]; state: ArrivalState },
): Promise<void> {
  if (change.postIds.length === 0) return
  await tx
    .updateTable('monitor_candidate')
    .set({ state: change.state })
    .where('organization_id', '=', of.organizationId)
    .where('intent_signal_id', '=', of.signalId)
    .where('post_id', 'in', change.postIds)
    .execute()
}

/** Deletes what waits for a signal. */
export async function deleteWaiting(tx: Tx, of: OfSignal): Promise<void> {
  await tx
    .deleteFrom('monitor_candidate')
    .where('organization_id', '=', of.organizationId)
    .where('intent_signal_id', '=', of.signalId)
    .where('state', '=', 'waiting')
    .execute()
}

/** How many posts wait, paid for or not, for each signal of the project; signals without any are left out. */
export async function countWaiting(tx: Tx, organizationId: string, projectId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('monitor_candidate')
    .select((eb) => ['intent_signal_id', eb.fn.countAll<string>().as('count')])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('state', 'in', ['waiting', 'held'])
    .groupBy('intent_signal_id')
    .execute()
  return new Map(rows.map((row) => [row.intent_signal_id, Number(row.count)]))
}

/** Which of these posts repeat, word for word, another post the wording has judged, and which one. */
export async function selectRepeats(
  tx: Tx,
  of: OfSignal & { revision: number },
  postIds: readonly string[],
): Promise<Map<string, string>> {
  if (postIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; original: string }>`
    select fresh.id, original.id as original from post_view fresh join lateral (
      select other.id from post_view other join judgement_view judgement on judgement.post_id = other.id
      where other.fingerprint = fresh.fingerprint and other.id <> fresh.id
        and judgement.organization_id = ${of.organizationId} and judgement.intent_signal_id = ${of.signalId}
        and judgement.revision = ${of.revision}
      order by other.posted_at, other.id limit 1
    ) original on true
    where fresh.id = any(${postIds}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, original }) => [id, original]))
}
