import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { SearchRow } from './search-store.ts'

/**
 * seen → dropped (too far off, or a repeat) or passed → held (its price is reserved) → judged. `unpaid` is a passed
 * post beyond the budget.
 */
export type CandidateState = 'seen' | 'passed' | 'dropped' | 'held' | 'judged' | 'unpaid'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'search_candidate.state': CandidateState
  }
}

/** Appends posts to those the search has seen; returns how many were new to it. */
export async function insertCandidates(tx: Tx, search: SearchRow, postIds: readonly string[]): Promise<number> {
  if (postIds.length === 0) return 0
  const unique = [...new Set(postIds)]
  const { numAffectedRows } = await sql`
    insert into search_candidate (organization_id, search_id, position, post_id, state)
    select ${search.organizationId}, ${search.id}, ${search.seen} + row_number() over (order by fresh.place), fresh.post_id, 'seen'
    from unnest(${unique}::uuid[]) with ordinality as fresh (post_id, place)
    where not exists (select from search_candidate known where known.search_id = ${search.id} and known.post_id = fresh.post_id)
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The first candidates in a state, in the order they were seen. */
export async function selectCandidates(
  tx: Tx,
  search: SearchRow,
  request: { state: CandidateState; limit: number },
): Promise<{ position: number; postId: string }[]> {
  const rows = await tx
    .selectFrom('search_candidate')
    .select(['position', 'post_id'])
    .where('organization_id', '=', search.organizationId)
    .where('search_id', '=', search.id)
    .where('state', '=', request.state)
    .orderBy('position')
    .limit(request.limit)
    .execute()
  return rows.map((row) => ({ position: row.position, postId: row.post_id }))
}

/** The best candidates waiting to be judged, best first. */
export async function selectBestPassed(tx: Tx, search: SearchRow, limit: number): Promise<{ postId: string }[]> {
  const rows = await tx
    .selectFrom('search_candidate')
    .select('post_id')
    .where('organization_id', '=', search.organizationId)
    .where('search_id', '=', search.id)
    .where('state', '=', 'passed')
    .orderBy('rank', 'desc')
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ postId: row.post_id }))
}

export async function setSifted(
  tx: Tx,
  search: SearchRow,
  sifted: readonly { postId: string; passed: boolean; rank: number }[],
): Promise<void> {
  if (sifted.length === 0) return
  await sql`
    update search_candidate c set state = case when s.passed then 'passed' else 'dropped' end, rank = s.rank
    from unnest(${sifted.map((s) => s.postId)}::uuid[], ${sifted.map((s) => s.passed)}::bool[], ${sifted.map((s) => s.rank)}::real[])
      as s (post_id, passed, rank)
    where c.organization_id = ${search.organizationId} and c.search_id = ${search.id} and c.post_id = s.post_id and c.state = 'seen'
  `.execute(tx)
}

/** Moves these candidates from one state to another; returns how many were in the first. */
export async function moveCandidates(
  tx: Tx,
  search: SearchRow,
  move: { postIds: readonly string[]; from: CandidateState; to: CandidateState; batch: number | null },
): Promise<number> {
  if (move.postIds.length === 0) return 0
  const { numUpdatedRows } = await tx
    .updateTable('search_candidate')
    .set({ state: move.to, batch: move.batch })
    .where('organization_id', '=', search.organizationId)
    .where('search_id', '=', search.id)
    .where('post_id', 'in', move.postIds)
    .where('state', '=', move.from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The batch that is paid for and not yet judged; undefined where there is none. */
export async function findReservedBatch(
  tx: Tx,
  search: SearchRow,
): Promise<{ batch: number; postIds: string[] } | undefined> {
  const rows = await tx
    .selectFrom('search_candidate')
    .select(['batch', 'post_id'])
    .where('organization_id', '=', search.organizationId)
    .where('search_id', '=', search.id)
    .where('state', '=', 'held')
    .orderBy('batch')
    .orderBy('position')
    .execute()
  const batch = rows[0]?.batch
  if (batch == null) return undefined
  return { batch, postIds: rows.filter((row) => row.batch === batch).map((row) => row.post_id) }
}

export async function countCandidates(tx: Tx, search: SearchRow): Promise<Record<CandidateState, number>> {
  const rows = await tx
    .selectFrom('search_candidate')
    .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
    .where('organization_id', '=', search.organizationId)
    .where('search_id', '=', search.id)
    .groupBy('state')
    .execute()
  const counts = { seen: 0, passed: 0, dropped: 0, held: 0, judged: 0, unpaid: 0 }
  for (const row of rows) counts[row.state] = Number(row.count)
  return counts
}

/** The fingerprints of posts the search has let through, from one position up to another. */
export async function selectPassedFingerprints(
  tx: Tx,
  search: SearchRow,
  positions: { from: number; before: number },
): Promise<{ postId: string; fingerprint: Uint8Array }[]> {
  const rows = await tx
    .selectFrom('search_candidate')
    .innerJoin('post_view as post', 'post.id', 'search_candidate.post_id')
    .select(['post.id', 'post.fingerprint'])
    .where('search_candidate.organization_id', '=', search.organizationId)
    .where('search_candidate.search_id', '=', search.id)
    .where('search_candidate.state', 'in', ['passed', 'held', 'judged'])
    .where('search_candidate.position', '>=', positions.from)
    .where('search_candidate.position', '<', positions.before)
    .orderBy('search_candidate.position')
    .execute()
  return rows.flatMap(({ id, fingerprint }) => (fingerprint ? [{ postId: id, fingerprint }] : []))
}
