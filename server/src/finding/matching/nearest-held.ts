import { readTerms } from '@leadlight/engine/language/words'
import type { Plan } from '@leadlight/engine/plan/plan'
import { voicesOfPlan } from '@leadlight/engine/plan/voices'
import type { ProjectIds } from '../../platform/actor.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/**
 * The posts held that come nearest to a plan and that the project may see, nearest first; at most `limit`. None in a
 * process that holds no archive.
 */
export async function nearestHeld(
  { archive, embedder }: Pick<MatchingDependencies, 'archive' | 'embedder'>,
  plan: Plan,
  { organizationId, projectId, since, limit, signal }: ProjectIds & { since: Date; limit: number; signal: AbortSignal },
): Promise<string[]> {
  const isNamed = plan.watched !== undefined
  const voices = isNamed ? [] : await embedder.embed(voicesOfPlan(plan))
  const terms = isNamed ? nameTerms(plan) : readTerms(plan.signal)
  const query = { organizationId, projectId, voices, terms, since, limit }
  return (await archive.search(query, signal)).map(({ postId }) => postId)
}

/** The words that the archive knows of posts that hold the names: it has no phrases, and of addresses no part. */
function nameTerms({ searchQueries }: Plan): string[] {
  return searchQueries.flatMap((query) => [...readTerms(query), ...readTerms(`www.${query}`)])
}
