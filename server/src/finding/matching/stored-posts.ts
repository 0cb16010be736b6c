import type { Tx } from '../../platform/db.ts'
import { selectJudgedSince } from '../judgements/judgements.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { selectRecentPostIds } from '../../core/posts/posts.ts'

export const BACKTEST_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** Limits that keep a backtest short enough to wait for: posts the signal has judged, and other stored posts. */
const JUDGED_MAX = 1_000
const OTHERS_MAX = 2_000

/**
 * The posts that a backtest reads, and that saving judges again: those of the last 30 days the signal has judged,
 * newest first, then other stored posts its project may see.
 */
export async function selectStoredPostIds(
  tx: Tx,
  deps: Pick<MatchingDependencies, 'clock'>,
  signal: { organizationId: string; projectId: string; signalId: string },
): Promise<string[]> {
  const { organizationId, projectId } = signal
  const since = new Date(deps.clock.now().getTime() - BACKTEST_DAYS * DAY_MS)
  const without = await findTurnedOff(tx, organizationId, projectId)
  const judged = await selectJudgedSince(tx, signal, { since, limit: JUDGED_MAX })
  const stored = await selectRecentPostIds(tx, { project: signal, since, limit: OTHERS_MAX, without })
  return [...new Set([...judged, ...stored])]
}
