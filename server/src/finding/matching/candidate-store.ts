import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { SeenPost } from '@leadlight/engine/reach/reach'
import type { SearchRow } from './search-store.ts'
import type { Sifted } from './sift-posts.ts'

/**
 * seen → dropped (too far off), repeat (of another post) or passed → held (its price is reserved) → judged. A passed post
 * is `unpaid` beyond the budget, and dropped where the search ends before its turn.
 */
export type CandidateState = 'seen' | 'passed' | 'dropped' | 'repeat' | 'held' | 'judged' | 'unpaid'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'search_candidate.state': CandidateState
  }
}

/**
 * Appends posts to those the search has seen, but for those that were erased meanwhile; returns how many were new to it.
 * `by` is the question and the page of it that brought them, null where they were held before.
 */
export async function insertCandidates(
  tx: Tx,
  search: SearchRow,
  { postIds, by }: { postIds: readonly string[]; by: SeenPost['by'] },
): Promise<number> {
  if (postIds.length === 0) return 0
  const unique = [...new Set(postIds)]
  const { numAffectedRows } = await sql`
    insert into search_candidate (organization_id, search_id, position, post_id, state, leg, page)
    select ${search.organizationId}, ${search.id}, ${search.seen} + row_number() over (order by fresh.place), fresh.post_id, 'seen',
      ${by?.position ?? null}::integer, ${by?.page ?? null}::integer
    from unnest(${unique}::uuid[]) with ordinality as fresh (post_id, place)
    where exists (select from post_view post where post.id = fresh.post_id)
      and not exists (select from search_candidate known where known.search_id = ${search.id} and known.post_id = fresh.post_id)
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

export async function setSifted(tx: Tx, search: SearchRow, sifted: readonly Sifted[]): Promise<void> {
  if (sifted.length === 0) return
  await sql`
    update search_candidate c set state = s.state, rank = s.rank
    from unnest(${sifted.map((s) => s.postId)}::uuid[], ${sifted.map(stateOf)}::text[], ${sifted.map((s) => s.rank)}::real[])
      as s (post_id, state, rank)
    where c.organization_id = ${search.organizationId} and c.search_id = ${search.id} and c.post_id = s.post_id and c.state = 'seen'
  `.execute(tx)
}

function stateOf({ passed, isRepeat }: Sifted): CandidateState {
  if (isRepeat === true) return 'repeat'
  return passed ? 'passed' : 'dropped'
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
  const counts = { seen: 0, passed: 0, dropped: 0, repeat: 0, held: 0, judged: 0, unpaid: 0 }
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

/** The candidates sifted so far beyond a position, in the order they were seen, with where each came from. */
export async function selectRanked(
  tx: Tx,
  search: SearchRow,
  beyond: number,
): Promise<{ position: number; post: SeenPost }[]> {
  const rows = await tx
    .selectFrom('search_candidate as candidate')
    .innerJoin('post_view as post', 'post.id', 'candidate.post_id')
    .select(['candidate.position', 'candidate.rank', 'candidate.leg', 'candidate.page'])
    .select(['post.id', 'post.platform', 'post.community_external_id', 'post.title'])
    .where('candidate.organization_id', '=', search.organizationId)
    .where('candidate.search_id', '=', search.id)
    .where('candidate.position', '>', beyond)
    .where('candidate.state', '<>', 'seen')
    .orderBy('candidate.position')
    .execute()
  return rows.map(({ position, rank, leg, page, ...post }) => ({
    position,
    post: {
      id: post.id,
      rank: rank ?? 0,
      by: leg === null || page === null ? null : { position: leg, page },
      platform: post.platform,
      community: post.community_external_id === '' ? null : post.community_external_id,
      title: post.title,
    },
  }))
}

/** Passes over what was let through and is not to be judged any more; returns how many. */
export async function dropPassed(tx: Tx, search: SearchRow): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('search_candidate')
    .set({ state: 'dropped' })
    .where('organization_id', '=', search.organizationId)
    .where('search_id', '=', search.id)
    .where('state', '=', 'passed')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
