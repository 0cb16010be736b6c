import type { IntentSignal } from '@leadlight/contract/signals'
import { toCredits, toMillicredits } from '@leadlight/domain/credits'
import { judgingPrice, mostForOne } from '../matching/judging-price.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { quoteReanalysis } from '../matching/quote-reanalysis.ts'
import { startSearch } from '../matching/start-search.ts'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { alreadyExists, type SignalDraft } from './create-signal.ts'
import { describeSignal } from './describe-signals.ts'
import { requireSignal } from './require-signal.ts'
import { hasWording, updateSignalRow } from './signal-store.ts'

export interface SignalChange extends SignalDraft {
  id: string
  doReanalyze: boolean
  /** In credits: what whoever asks was told that judging again costs at most. */
  reanalysisBudget: number | undefined
}

/**
 * Rewords a signal or changes how it searches. New words count as a new revision, under which no post has been judged
 * yet; with `doReanalyze` the posts judged before are looked at again at once, for no more than that was quoted at.
 */
export function updateSignal(deps: MatchingDependencies, actor: Actor, change: SignalChange): Promise<IntentSignal> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const former = await requireSignal(tx, actor, change)
    const reworded = change.intentSignal !== former.intentSignal
    if (await hasWording(tx, organizationId, { ...change, exceptId: former.id })) throw alreadyExists()
    const signal = {
      ...former,
      intentSignal: change.intentSignal,
      revision: reworded || change.doReanalyze ? former.revision + 1 : former.revision,
      searchDays: change.searchDays ?? former.searchDays,
      searchBudget: newBudget(change.searchBudget, former.searchBudget),
    }
    await updateSignalRow(tx, organizationId, signal)
    if (change.doReanalyze) {
      const { projectId, id: signalId, intentSignal, revision, searchDays: days, searchBudget } = signal
      const { price } = await quoteReanalysis(tx, deps, { organizationId, signalId, budget: searchBudget })
      const quoted = Math.min(price, toMillicredits(change.reanalysisBudget ?? toCredits(price)))
      const budget = mostForOne(judgingPrice(deps)) === 0 ? searchBudget : quoted
      await startSearch(tx, deps, actor, { projectId, signalId, intentSignal, revision, days, budget, over: 'judged' })
    }
    return describeSignal(tx, deps, organizationId, signal)
  })
}

function newBudget(given: number | null | undefined, former: number | null): number | null {
  if (given === undefined) return former
  return given === null ? null : toMillicredits(given)
}
