import type { CoverageEntry, CoverageGap } from '@leadlight/contract/sources'
import type { Tx } from '../../platform/db.ts'
import { selectGaps, selectPolls } from './poll-store.ts'

const GAPS_LISTED_MAX = 100

/** Monitoring's newest polls of what the project listens to. */
export async function listPolls(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; limit: number },
): Promise<CoverageEntry[]> {
  const polls = await selectPolls(tx, organizationId, request)
  return polls.map((poll) => ({
    platform: poll.platform,
    source: poll.source,
    query: poll.query,
    window_from: poll.from.toISOString(),
    window_to: poll.to.toISOString(),
    seen: poll.seen,
    kept: poll.kept,
    let_go: poll.dropped,
    gap: poll.gap,
    error: poll.error,
    next_try_at: poll.nextTryAt?.toISOString() ?? null,
    polled_at: poll.polledAt.toISOString(),
  }))
}

/** When monitoring was blind to something the project listens to, newest first. */
export async function listGapsOf(
  tx: Tx,
  organizationId: string,
  projectId: string,
): Promise<Omit<CoverageGap, 'platform_name'>[]> {
  const gaps = await selectGaps(tx, organizationId, { projectId, limit: GAPS_LISTED_MAX })
  return gaps.map((gap) => ({
    platform: gap.platform,
    source: gap.source,
    from: gap.from.toISOString(),
    to: gap.to?.toISOString() ?? null,
    reason: gap.reason,
    backfilled_at: gap.backfilledAt?.toISOString() ?? null,
    recovered: gap.recovered,
    lost: gap.lost,
  }))
}
