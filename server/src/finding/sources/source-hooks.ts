import type { CoverageEntry, CoverageGap } from '@leadlight/contract/sources'
import type { Tx } from '../../platform/db.ts'
import type { LastRequest } from './present-source.ts'

/** What monitoring, the slice above, reports about a project's sources. */
export interface SourceHooks {
  /** What it polls, one entry for each query and source. */
  findWatched: (
    tx: Tx,
    organizationId: string,
    projectId: string,
  ) => Promise<(LastRequest & { platform: string; source: string })[]>
  /** Its newest fetches. */
  listPolls: (tx: Tx, organizationId: string, request: { projectId: string; limit: number }) => Promise<CoverageEntry[]>
  /** When it was blind to a source, newest first. */
  listGapsOf: (tx: Tx, organizationId: string, projectId: string) => Promise<Omit<CoverageGap, 'platform_name'>[]>
}
