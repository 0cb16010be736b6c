import type { IntentSignal } from '@leadlight/contract/signals'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { searchFor } from '../../core/events/search-for.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { describeSignals } from './describe-signals.ts'

/** The project's signals, oldest first, each with its newest search, its monitoring and its feedback. */
export function listSignals(deps: SearchingDependencies, actor: Actor, projectId: string): Promise<IntentSignal[]> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const signals = await describeSignals(tx, deps, { organizationId: actor.organizationId, projectId })
    return signals.map((one) => ({ ...one, last_search: one.last_search && searchFor(actor.role, one.last_search) }))
  })
}
