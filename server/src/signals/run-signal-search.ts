import type { Search } from '@leadlight/contract/signals'
import { describeSearch } from '../matching/describe-search.ts'
import { stopSearch } from '../matching/finish-search.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { startSearch } from '../matching/start-search.ts'
import type { Actor } from '../platform/actor.ts'
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
    return startSearch(tx, deps, actor, { ...order, over: 'channels' })
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
    return describeSearch(tx, deps, actor.organizationId, searchId)
  })
}
