import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { quoteReanalysis as endpoint } from '@leadlight/contract/signals'
import { toCredits } from '@leadlight/domain/credits'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { quoteReanalysis } from '../matching/quote-reanalysis.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireIntent } from '../../core/signals/require-signal.ts'

/**
 * The most that judging the signal's posts again would cost. The same for any new wording, since how many posts come
 * near it is not known yet.
 */
export function quoteSignalReanalysis(
  deps: SearchingDependencies,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<ReplyOf<typeof endpoint>> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const { id: signalId, searchBudget: budget } = await requireIntent(tx, actor, ids)
    const { posts, price, why } = await quoteReanalysis(tx, deps, { organizationId, signalId, budget })
    return { posts, credits: toCredits(price), why }
  })
}
