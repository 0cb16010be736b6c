import type { SignalSearch } from '@leadlight/contract/asked-searches'
import { searchFor } from '../../core/events/search-for.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { listSearchesOf } from '../matching/describe-search.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'

/** The searches for a signal, newest first, as this actor may see them. */
export function listSignalSearches(
  deps: SearchingDependencies,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<SignalSearch[]> {
  const { organizationId, role } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const { id: signalId } = await requireSignal(tx, actor, ids)
    const searches = await listSearchesOf(tx, deps, organizationId, { projectId: ids.projectId, signalId })
    return searches.map((search) => ({ ...search, ...searchFor(role, search) }))
  })
}
