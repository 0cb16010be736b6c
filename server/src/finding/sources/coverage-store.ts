import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

/** One fetch from a source: the query, the posts that came, what stayed out of reach, and when it is tried again. */
export interface CoverageRow {
  id: string
  projectId: string
  searchId: string | null
  platform: string
  source: string
  query: string
  windowFrom: Date
  windowTo: Date
  seen: number
  kept: number
  gap: boolean
  error: string | null
  nextTryAt: Date | null
  polledAt: Date
}

export async function insertCoverage(tx: Tx, organizationId: string, row: CoverageRow): Promise<void> {
  await tx
    .insertInto('coverage')
    .values({
      id: row.id,
      organization_id: organizationId,
      project_id: row.projectId,
      search_id: row.searchId,
      platform: row.platform,
      source: row.source,
      query: row.query,
      window_from: row.windowFrom,
      window_to: row.windowTo,
      seen: row.seen,
      kept: row.kept,
      gap: row.gap,
      error: row.error,
      next_try_at: row.nextTryAt,
      polled_at: row.polledAt,
    })
    .execute()
}

/** Why the last fetch from a source failed; null where it succeeded or there was none. */
export async function selectLastError(
  tx: Tx,
  organizationId: string,
  { projectId, platform, source }: Pick<CoverageRow, 'projectId' | 'platform' | 'source'>,
): Promise<string | null> {
  const row = await tx
    .selectFrom('coverage')
    .select('error')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('platform', '=', platform)
    .where('source', '=', source)
    .orderBy('polled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.error ?? null
}

/** The project's newest fetches from its sources, at most `limit`. */
export async function selectCoverage(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; limit: number },
): Promise<CoverageRow[]> {
  const rows = await tx
    .selectFrom('coverage')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', request.projectId)
    .orderBy('polled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map(fromRow)
}

/** For each source, how many fetches there were in that time, and how many failed. */
export async function sumRequests(
  tx: Tx,
  organizationId: string,
  { projectId, from, to }: { projectId: string; from: Date; to: Date },
): Promise<{ platform: string; source: string; requests: number; failed: number }[]> {
  const { rows } = await sql<{ platform: string; source: string; requests: number; failed: number }>`
    select platform, source, count(*)::integer as requests,
      (count(*) filter (where error is not null))::integer as failed
    from coverage
    where organization_id = ${organizationId} and project_id = ${projectId}
      and polled_at >= ${from} and polled_at < ${to}
    group by platform, source order by platform, source`.execute(tx)
  return rows
}

/** The newest fetch from each source of the project. */
export async function selectLastCoverage(tx: Tx, organizationId: string, projectId: string): Promise<CoverageRow[]> {
  const rows = await tx
    .selectFrom('coverage')
    .selectAll()
    .distinctOn(['platform', 'source'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('platform')
    .orderBy('source')
    .orderBy('polled_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(fromRow)
}

function fromRow(row: Row<'coverage'>): CoverageRow {
  return {
    id: row.id,
    projectId: row.project_id,
    searchId: row.search_id,
    platform: row.platform,
    source: row.source,
    query: row.query,
    windowFrom: row.window_from,
    windowTo: row.window_to,
    seen: row.seen,
    kept: row.kept,
    gap: row.gap,
    error: row.error,
    nextTryAt: row.next_try_at,
    polledAt: row.polled_at,
  }
}
