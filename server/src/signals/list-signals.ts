import type { IntentSignal } from '@leadlight/contract/signals'
import { measureQuality } from '../leads/measure-quality.ts'
import { lastSearches } from '../matching/describe-search.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { presentSignal } from './present-signal.ts'
import { selectSignals } from './signal-store.ts'

/** The project's signals, oldest first, each with its newest search and how good its leads are said to be. */
export function listSignals(deps: MatchingDependencies, actor: Actor, projectId: string): Promise<IntentSignal[]> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const signals = await selectSignals(tx, actor.organizationId, projectId)
    const ids = signals.map((signal) => signal.id)
    const searches = await lastSearches(tx, deps, actor.organizationId, ids)
    const qualities = await measureQuality(tx, actor.organizationId, projectId)
    return signals.map((signal) =>
      presentSignal(signal, searches.get(signal.id) ?? null, qualities.get(signal.id) ?? null),
    )
  })
}
