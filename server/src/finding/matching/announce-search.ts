import { announce } from '../../core/events/announce.ts'
import type { Tx } from '../../platform/db.ts'
import { describeSearch } from './describe-search.ts'
import { countStep, type SearchRow } from './search-store.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** Emits where a search stands, to everybody who watches its project. */
export async function announceSearch(
  tx: Tx,
  deps: Pick<MatchingDependencies, 'channels' | 'clock'>,
  { organizationId, projectId, id }: Pick<SearchRow, 'organizationId' | 'projectId' | 'id'>,
): Promise<void> {
  await countStep(tx, { organizationId, id })
  const search = await describeSearch(tx, deps, organizationId, id)
  await announce(tx, organizationId, { projectId, payload: { type: 'search', search }, now: deps.clock.now() })
}
