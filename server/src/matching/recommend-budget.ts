import { toCredits } from '@leadlight/domain/credits'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { listFeedUrls } from '../sources/list-feed-urls.ts'
import { toNewPost } from './collect-page.ts'
import { gatherFresh } from './gather-fresh.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { planSignal } from './plan.ts'
import { savePosts, selectPosts } from './post-store.ts'
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
  order: { projectId: string; intentSignal: string; days: number; signal: AbortSignal },
): Promise<{ recommended_budget: number; posts: number; why: string }> {
  const scope = organizationScope(actor.organizationId)
  const until = deps.clock.now()
  const since = new Date(until.getTime() - order.days * DAY_MS)
  const feedUrls = await deps.db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, order.projectId)
    return listFeedUrls(tx, actor.organizationId, order.projectId)
  })
  const plan = planSignal(order.intentSignal)
  const { signal } = order
  const fresh = await gatherFresh(deps, { queries: plan.searchQueries, feedUrls, since, until, signal })
  const posts = await deps.db.transaction(scope, async (tx) => {
    const newPosts = fresh.posts.map((post) => toNewPost(post, deps.newId()))
    return selectPosts(tx, [...new Set(await savePosts(tx, newPosts, deps.clock.now()))])
  })
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
