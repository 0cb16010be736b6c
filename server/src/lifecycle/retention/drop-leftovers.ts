import { deleteSeenBefore } from '../../finding/matching/drop-candidates.ts'
import { deleteCoverageBefore } from '../../finding/sources/drop-coverage.ts'
import type { Tx } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'

const ROWS_AT_ONCE = 2_000
const DAY_MS = 24 * 60 * 60 * 1000
/** For a month after its end a search tells what each of its questions brought. */
export const SEEN_DAYS = 30
export const COVERAGE_DAYS = 365

type Drop = (tx: Tx, before: Date, limit: number) => Promise<number>

/**
 * Deletes what searches that ended a month ago had seen, and fetches from sources over a year old, in batches that each
 * commit.
 */
export async function dropLeftovers(
  deps: Pick<RetentionDependencies, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  await dropAll(deps, { days: SEEN_DAYS, drop: deleteSeenBefore, signal })
  await dropAll(deps, { days: COVERAGE_DAYS, drop: deleteCoverageBefore, signal })
}

async function dropAll(
  { db, clock }: Pick<RetentionDependencies, 'db' | 'clock'>,
  { days, drop, signal }: { days: number; drop: Drop; signal: AbortSignal },
): Promise<void> {
  const before = new Date(clock.now().getTime() - days * DAY_MS)
  for (;;) {
    signal.throwIfAborted()
    const dropped = await db.transaction(retentionScope(), (tx) => drop(tx, before, ROWS_AT_ONCE))
    if (dropped < ROWS_AT_ONCE) return
  }
}
