import { readTerms } from '@leadlight/engine/language/words'
import { planBrief } from '@leadlight/engine/plan/brief'
import { voicesOfPlan } from '@leadlight/engine/plan/voices'
import { organizationScope } from '../../platform/scopes.ts'
import { insertCandidates } from './candidate-store.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { announceSearch } from './announce-search.ts'
import { lockSearch, updateSearch, type SearchRow } from './search-store.ts'

const POSTS_MAX = 300
const DAY_MS = 24 * 60 * 60 * 1000

/** Takes the likeliest of the posts that are held already, before any platform is asked. */
export async function askArchive(
  deps: MatchingDependencies,
  { search: seen, signal }: { search: SearchRow; signal: AbortSignal },
): Promise<void> {
  const plan = planBrief(seen)
  const hits = await deps.archive.search(
    {
      organizationId: seen.organizationId,
      projectId: seen.projectId,
      voices: await deps.embedder.embed(voicesOfPlan(plan)),
      terms: readTerms(plan.signal),
      since: new Date(seen.until.getTime() - seen.days * DAY_MS),
      limit: POSTS_MAX,
    },
    signal,
  )
  await deps.checkpoint('archive asked')
  await deps.db.transaction(organizationScope(seen.organizationId), async (tx) => {
    const search = await lockSearch(tx, seen.organizationId, seen.id)
    if (search?.state !== 'running' || search.archived !== null) return
    const postIds = hits.map(({ postId }) => postId)
    const fresh = await insertCandidates(tx, search, { postIds, by: null })
    await updateSearch(tx, search, { archived: fresh, seen: search.seen + fresh })
    if (fresh > 0) await announceSearch(tx, deps, search)
  })
}
