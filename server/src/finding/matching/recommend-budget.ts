import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import { SEARCH_JUDGED_MAX } from '@leadlight/domain/signals'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { sampleForSignal, type SampleDependencies, type SampleOrder } from './sample-for-signal.ts'
import { judgingPrice, mostForOne, priceInWords, probablyFor } from './judging-price.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { selectPosts } from '../../core/posts/posts.ts'
import { siftPosts } from './sift-posts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** With this margin over the estimate, a budget rarely runs out before the posts do. */
const ROOM = 1.2
const MONTH_DAYS = 30
const FREE = 'Judging is free here, with the built-in model.'

type BudgetDependencies = SampleDependencies & Pick<MatchingDependencies, 'embedder' | 'judgedPostPrice' | 'reader'>

interface Estimate {
  posts: number
  /** What the estimate rests on, as a clause. */
  basis: string
}

/** Estimates how many posts a search over `days` would judge, at most as many as one ever does, and the cost. Free. */
export async function recommendBudget(
  deps: BudgetDependencies,
  actor: Actor,
  order: SampleOrder,
): Promise<{ recommended_budget: number; posts: number; why: string }> {
  const { posts: found, basis } = await estimatePosts(deps, actor, order)
  const posts = Math.min(found, SEARCH_JUDGED_MAX)
  const prices = judgingPrice(deps)
  const isFree = mostForOne(prices) === 0
  const makes = `, which makes about ${found} in ${order.days} days`
  const best = found > SEARCH_JUDGED_MAX ? `, of which a search judges the best ${SEARCH_JUDGED_MAX}` : ''
  const why = isFree
    ? `${basis}${best && makes + best}. ${FREE}`
    : `${basis}${makes}${best} ${priceInWords(prices, deps, ' each')}, with a fifth to spare.`
  return { recommended_budget: withRoom(probablyFor(posts, prices)), posts, why }
}

/** Estimates how many posts a month of monitoring would judge, and the cost. Free. */
export async function recommendMonitoringBudget(
  deps: BudgetDependencies,
  actor: Actor,
  order: Omit<SampleOrder, 'days'>,
): Promise<{ recommended_budget: number; posts_per_month: number; why: string }> {
  const { posts, basis } = await estimatePosts(deps, actor, { ...order, days: MONTH_DAYS })
  const prices = judgingPrice(deps)
  const why =
    mostForOne(prices) === 0
      ? `${basis}, which makes about ${posts} a month. ${FREE}`
      : `${basis}, which makes about ${posts} a month ${priceInWords(prices, deps, ' each')}, with a fifth to spare.`
  return { recommended_budget: withRoom(probablyFor(posts, prices)), posts_per_month: posts, why }
}

function withRoom(cost: Millicredits): number {
  return Math.ceil(toCredits(cost) * ROOM)
}

/** The share of freshly fetched posts that the prefilter lets through, at the pace they were written. */
async function estimatePosts(deps: BudgetDependencies, actor: Actor, order: SampleOrder): Promise<Estimate> {
  const { plan, until, postIds } = await sampleForSignal(deps, actor, order)
  const posts = await deps.db.transaction(organizationScope(actor.organizationId), (tx) => selectPosts(tx, postIds))
  const passed = (await siftPosts(deps, plan, posts)).filter((sifted) => sifted.passed).length
  const oldestMs = posts.reduce((oldest, post) => Math.min(oldest, post.postedAt.getTime()), until.getTime())
  const coveredDays = Math.max(1, (until.getTime() - oldestMs) / DAY_MS)
  const days = Math.round(coveredDays)
  return {
    posts: Math.ceil((passed * Math.max(1, order.days / coveredDays)) / 10) * 10,
    basis: `${passed} of ${posts.length} posts from ${days === 1 ? 'the last day' : `the last ${days} days`} look close enough to judge`,
  }
}
