import type { CoverageEntry, CoverageGap } from '@leadlight/contract/sources'
import type { Tx } from '../../platform/db.ts'
import type { LastRequest } from './present-source.ts'

/** What monitoring, which stands above, tells of the places that a project listens to. */
export interface SourceHooks {
  /** What it has looked at, one entry for each question it asks there. */
  findWatched: (
    tx: Tx,
    organizationId: string,
    projectId: string,
  ) => Promise<(LastRequest & { platform: string; source: string })[]>
  /** Its newest looks. */
  listLooks: (tx: Tx, organizationId: string, request: { projectId: string; limit: number }) => Promise<CoverageEntry[]>
  /** When it was blind to a place, newest first. */
  listGapsOf: (tx: Tx, organizationId: string, projectId: string) => Promise<Omit<CoverageGap, 'platform_name'>[]>
}
