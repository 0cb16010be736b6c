import type { CreditInsights } from '@leadlight/contract/insights'
import { dayAfter, dayIn } from '@leadlight/domain/days'
import useSWR from 'swr'
import { getCreditInsights } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { useNow } from '../../lib/use-now.ts'

/** The days over which spending is shown, today included. */
export const SPENT_DAYS = 30

export interface SpentCredits {
  /** Whether finding leads costs anything here: judging has a price, or had one in these days. */
  hasCosts: boolean
  /** What finding leads for a signal cost; undefined while it loads, or if it could not be loaded. */
  of: (signalId: string) => number | undefined
}

/** What finding leads has cost by signal in the last 30 days. */
export function useSpentCredits(projectId: string): SpentCredits {
  const price = useJudgingPrice()
  const now = useNow()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const today = dayIn(timeZone, now)
  const requested = { from: dayAfter(today, 1 - SPENT_DAYS), to: today, time_zone: timeZone }
  const { data } = useSWR<CreditInsights, unknown>(keys.creditInsights(projectId, requested), () =>
    call(getCreditInsights, { params: { projectId }, query: requested }),
  )
  return {
    hasCosts: (price !== undefined && price.most > 0) || (data !== undefined && data.finding > 0),
    of: (signalId) => data && (data.by_signal.find(({ id }) => id === signalId)?.finding ?? 0),
  }
}
