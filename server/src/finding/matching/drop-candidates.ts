import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Deletes erased posts from what ended searches have seen, in every organization. */
export async function deleteCandidatesOf(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`
    delete from search_candidate using search
    where search.id = search_candidate.search_id and search.state not in ('queued', 'running')
      and search_candidate.post_id = any(${postIds}::uuid[])`.execute(tx)
}

/** Deletes what searches that ended before then had seen, at most `limit` rows. Returns how many. */
export async function deleteSeenBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select candidate.search_id, candidate.position
      from search join search_candidate candidate on candidate.search_id = search.id
      where search.finished_at < ${before} order by search.finished_at, search.id, candidate.position limit ${limit}
    )
    delete from search_candidate using old
    where search_candidate.search_id = old.search_id and search_candidate.position = old.position`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
