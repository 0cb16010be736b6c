import type { Millicredits } from '@leadlight/domain/credits'
import type { Tx } from '../../platform/db.ts'
import { countJudged } from '../judgements/judgements.ts'
import { judgingPrice, mostForOne, priceInWords } from './judging-price.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'

/** At most so many posts are judged again; those judged longest ago are left out. */
export const REANALYSED_POSTS_MAX = 50_000

export interface ReanalysisQuote {
  posts: number
  /** The most that judging again can cost, and so its budget. */
  price: Millicredits
  why: string
}

/**
 * Counts the posts a re-analysis judges again, and the most it can cost: each post near the new wording is judged once.
 * It is a search, so the signal's own budget limits it too.
 */
export async function quoteReanalysis(
  tx: Tx,
  deps: Pick<MatchingDependencies, 'judgedPostPrice' | 'reader'>,
  signal: { organizationId: string; signalId: string; budget: Millicredits | null },
): Promise<ReanalysisQuote> {
  const posts = await countJudged(tx, signal, REANALYSED_POSTS_MAX)
  const prices = judgingPrice(deps)
  const most = mostForOne(prices)
  const whole = posts * most
  const price = Math.min(whole, signal.budget ?? whole)
  return { posts, price, why: why() }

  function why(): string {
    if (posts === 0) return 'This signal has judged no posts yet, so there is nothing to judge again.'
    const basis = `${posts} ${posts === 1 ? 'post was' : 'posts were'} judged for this signal before`
    if (most === 0) return `${basis}.`
    const each = `${basis}; each that comes near to the new words is judged again ${priceInWords(prices, deps)}`
    return price < whole ? `${each}, the likeliest first, within the signal's budget.` : `${each}.`
  }
}
