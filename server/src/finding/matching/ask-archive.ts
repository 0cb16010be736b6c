import { planBrief } from '@leadlight/engine/plan/brief'
import { organizationScope } from '../../platform/scopes.ts'
import { insertCandidates } from './candidate-store.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { nearestHeld } from './nearest-held.ts'
import { announceSearch } from './announce-search.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'

const POSTS_MAX = 300
/** What names find is not ranked, so all of it counts. */
const NAMED_POSTS_MAX = 3_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Takes the likeliest of the posts that are held already, before any platform is asked. */
export async function askArchive(
  deps: MatchingDependencies,
  { search: seen, signal }: { search: SearchRow; signal: AbortSignal },
): Promise<void> {
  const { organizationId, projectId } = seen
  const since = new Date(seen.until.getTime() - seen.days * DAY_MS)
  const order = { organizationId, projectId, since, limit: seen.kind === 'name' ? NAMED_POSTS_MAX : POSTS_MAX, signal }
  const postIds = await nearestHeld(deps, planBrief(seen), order)
  await deps.checkpoint('archive asked')
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const search = await lockSearch(tx, organizationId, seen.id)
    if (search?.state !== 'running' || search.archived !== null) return
    const fresh = await insertCandidates(tx, search, { postIds, by: null })
    await updateSearch(tx, search, { archived: fresh, seen: search.seen + fresh })
    if (fresh > 0) await announceSearch(tx, deps, search)
  })
}
