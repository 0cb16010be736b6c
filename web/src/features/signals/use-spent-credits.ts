import type { CreditInsights } from '@leadlight/contract/insights'
import { dayIn } from '@leadlight/domain/days'
import useSWR from 'swr'
import { getCreditInsights } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { useNow } from '../../lib/use-now.ts'

export interface SpentCredits {
  /** Whether finding leads costs anything here: judging has a price, or had one this month. */
  hasCosts: boolean
  /** What searches and monitoring for a signal cost; undefined while it loads, or if it could not be loaded. */
  of: (signalId: string) => number | undefined
}

/**
 * What finding leads has cost by signal this month: the calendar month in UTC, as budgets count it. What monitoring has
 * spent of a budget is part of it.
 */
export function useSpentCredits(projectId: string): SpentCredits {
  const price = useJudgingPrice()
  const now = useNow()
  const today = dayIn('UTC', now)
  const requested = { from: `${today.slice(0, 7)}-01`, to: today, time_zone: 'UTC' }
  const { data } = useSWR<CreditInsights, unknown>(keys.creditInsights(projectId, requested), () =>
    call(getCreditInsights, { params: { projectId }, query: requested }),
  )
  return {
    hasCosts: (price !== undefined && price.most > 0) || (data !== undefined && data.finding > 0),
    of: (signalId) => data && (data.by_signal.find(({ id }) => id === signalId)?.finding ?? 0),
  }
}
