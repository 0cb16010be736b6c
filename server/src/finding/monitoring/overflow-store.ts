import type { OfSignal } from '../../core/signals/signals.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The signals for which more than `most` posts wait. */
export async function selectOverflowing(tx: Tx, most: number): Promise<OfSignal[]> {
  const { rows } = await sql<OfSignal>`
    select organization_id as "organizationId", intent_signal_id as "signalId" from signal_monitor monitor
    where enabled and paused is not null and exists (
      select from monitor_candidate candidate where candidate.organization_id = monitor.organization_id
        and candidate.intent_signal_id = monitor.intent_signal_id and candidate.state = 'waiting'
      order by arrived_at desc, rank desc, post_id offset ${most} limit 1)
    order by 1, 2`.execute(tx)
  return rows
}

/**
 * Drops what waits for a signal, except the `most` that would be judged first, at most `limit` posts. Returns how many.
 */
export async function dropWaiting(
  tx: Tx,
  { organizationId, signalId }: OfSignal,
  { most, limit }: { most: number; limit: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with let_go as (
      update monitor_candidate set state = 'dropped'
      where organization_id = ${organizationId} and intent_signal_id = ${signalId} and post_id in (
        select post_id from monitor_candidate
        where organization_id = ${organizationId} and intent_signal_id = ${signalId} and state = 'waiting'
        order by arrived_at desc, rank desc, post_id offset ${most} limit ${limit})
      returning post_id)
    select count(*)::integer as count from let_go`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Adds to the posts dropped for the signal since its budget was last set. */
export async function countDropped(tx: Tx, { organizationId, signalId }: OfSignal, more: number): Promise<void> {
  await tx
    .updateTable('signal_monitor')
    .set({ dropped: sql<number>`dropped + ${more}` })
    .where('organization_id', '=', organizationId)
    .where('intent_signal_id', '=', signalId)
    .execute()
}
