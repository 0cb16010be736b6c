import { z } from 'zod'
import type { Search } from '@leadlight/contract/search'
import { describeSearch } from '../matching/describe-search.ts'
import { stopSearch } from '../matching/finish-search.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { requireSearchable } from '../matching/require-searchable.ts'
import { startSearch } from '../matching/start-search.ts'
import type { Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import { claimCall, keepOutcome } from '../../platform/idempotency.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireSignal } from '../../core/signals/require-signal.ts'

const OUTCOME = z.object({ searchId: z.uuid() })

/**
 * Starts a search of the channels for a signal as it stands. Repeated with the same key within a day, it starts none
 * and returns the first.
 */
export function runSignalSearch(
  deps: SearchingDependencies,
  actor: Actor,
  { idempotencyKey: key, ...ids }: { projectId: string; id: string; idempotencyKey?: string | undefined },
): Promise<{ searchId: string }> {
  const { organizationId, userId: accountId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const signal = await requireSignal(tx, actor, ids)
    const { projectId, id } = signal
    const call =
      key === undefined
        ? undefined
        : { organizationId, projectId, accountId, key, asked: ['runSearch', id], at: deps.clock.now() }
    const before = call && (await claimCall(tx, call))
    if (before) return OUTCOME.parse(before.outcome)
    requireSearchable(signal, 'signal.intent_signal')
    const order = { signalId: id, days: signal.searchDays, budget: signal.searchBudget, over: 'channels' as const }
    const started = await startSearch(tx, deps, actor, { ...signal, ...order })
    if (call) await keepOutcome(tx, call, started)
    nameTarget({ search_id: started.searchId })
    return started
  })
}

/** Stops the signal's running search and returns its final state. */
export function stopSignalSearch(
  deps: SearchingDependencies,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<Search> {
  return deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
    const signal = await requireSignal(tx, actor, ids)
    const searchId = await stopSearch(tx, deps, actor.organizationId, signal.id)
    nameTarget({ search_id: searchId })
    return describeSearch(tx, deps, actor.organizationId, searchId)
  })
}
