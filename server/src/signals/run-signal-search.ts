import type { Search } from '@leadlight/contract/signals'
import { describeSearch } from '../matching/describe-search.ts'
import { stopSearch } from '../matching/finish-search.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { startSearch } from '../matching/start-search.ts'
import type { Actor } from '../platform/actor.ts'
import { nameTarget } from '../platform/changes.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireSignal } from './require-signal.ts'

/** Starts a search of the channels for a signal as it now stands. */
export function runSignalSearch(
  deps: MatchingDependencies,
  actor: Actor,
  place: { projectId: string; id: string },
): Promise<{ searchId: string }> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const { projectId, id, intentSignal, revision, searchDays, searchBudget } = await requireSignal(tx, actor, place)
    const order = { projectId, signalId: id, intentSignal, revision, days: searchDays, budget: searchBudget }
    const started = await startSearch(tx, deps, actor, { ...order, over: 'channels' })
    nameTarget({ search_id: started.searchId })
    return started
  })
}

/** Stops the signal's running search and answers how it ended. */
export function stopSignalSearch(
  deps: MatchingDependencies,
  actor: Actor,
  place: { projectId: string; id: string },
): Promise<Search> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const signal = await requireSignal(tx, actor, place)
    const searchId = await stopSearch(tx, deps, actor.organizationId, signal.id)
    nameTarget({ search_id: searchId })
    return describeSearch(tx, deps, actor.organizationId, searchId)
  })
}
