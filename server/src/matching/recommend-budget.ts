import { toCredits } from '@leadlight/domain/credits'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { lookForSignal, type LookOrder } from './look-for-signal.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { selectPosts } from './post-store.ts'
import { siftPosts } from './sift-posts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A budget with this much room over the estimate rarely runs out before the posts do. */
const ROOM = 1.2

/**
 * Estimates how many posts a search over `days` would judge: of the posts that a quick look brings, the share that the
 * prefilter lets through, at the pace at which they were written. Free.
 */
export async function recommendBudget(
  deps: MatchingDependencies,
  actor: Actor,
  order: LookOrder,
): Promise<{ recommended_budget: number; posts: number; why: string }> {
  const { plan, until, postIds } = await lookForSignal(deps, actor, order)
  const posts = await deps.db.transaction(organizationScope(actor.organizationId), (tx) => selectPosts(tx, postIds))
  const passed = (await siftPosts(deps, plan, posts)).filter((sifted) => sifted.passed).length
  const oldestMs = posts.reduce((oldest, post) => Math.min(oldest, post.postedAt.getTime()), until.getTime())
  const coveredDays = Math.max(1, (until.getTime() - oldestMs) / DAY_MS)
  const estimated = Math.ceil((passed * Math.max(1, order.days / coveredDays)) / 10) * 10
  const price = deps.judgedPostPrice
  return { recommended_budget: Math.ceil(toCredits(estimated * price) * ROOM), posts: estimated, why: why() }

  function why(): string {
    const basis = `${passed} of ${posts.length} posts from the last ${Math.round(coveredDays)} days look close enough to judge`
    if (price === 0) return `${basis}. Judging is free here, with the built-in model.`
    return `${basis}, which makes about ${estimated} in ${order.days} days at ${toCredits(price)} credits each, with a fifth to spare.`
  }
}
