import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** What a reader has seen of the database, as PostgreSQL writes it. */
export type Snapshot = string

/** A snapshot of now, after which `selectChanged` misses nothing. */
export async function takeSnapshot(tx: Tx): Promise<Snapshot> {
  const { rows } = await sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database gave no snapshot.')
  return row.snapshot
}

/** Where the last page of changes ended. */
export interface ChangePosition {
  changedBy: string
  postId: string
}

/** The next posts that came, changed or went unseen by the snapshot, at most `limit`. */
export async function selectChanged(
  tx: Tx,
  { since, after, limit }: { since: Snapshot; after: ChangePosition | null; limit: number },
): Promise<ChangePosition[]> {
  const beyond =
    after === null ? sql`true` : sql`(changed_by, post_id) > (${after.changedBy}::xid8, ${after.postId}::uuid)`
  const { rows } = await sql<ChangePosition>`
    select changed_by::text as "changedBy", post_id as "postId" from post_change
    where changed_by >= pg_snapshot_xmin(${since}::pg_snapshot)
      and not pg_visible_in_snapshot(changed_by, ${since}::pg_snapshot) and ${beyond}
    order by changed_by, post_id limit ${limit}`.execute(tx)
  return rows
}

/** Deletes the changes that every reader has read by now. */
export async function deleteChangesBefore(tx: Tx, before: Date): Promise<void> {
  await sql`delete from post_change where changed_at < ${before}`.execute(tx)
}
