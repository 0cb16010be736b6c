import { monthOf, nextMonth, type Millicredits } from './credits.ts'

/** How long requests to sources, gaps, and the times a project listened are kept. */
export const POLLS_KEPT_DAYS = 30

/** The state of a signal's monitoring. A `paused` signal keeps new posts and judges them when it may spend again. */
export const MONITORING_STATES = ['off', 'listening', 'paused'] as const
export type MonitoringState = (typeof MONITORING_STATES)[number]

/** Why a monitor judges nothing although posts wait: its own budget or the organization's credits are used up. */
export type MonitoringPause = 'budget' | 'credits'

export interface MonthlySpending {
  /** The calendar month, UTC, of `spent`, as `2026-11`. */
  month: string
  spent: Millicredits
}

/** What was spent in the month of `now`; a new month begins at nothing. */
export function spentThisMonth({ month, spent }: MonthlySpending, now: Date): Millicredits {
  return month === monthOf(now) ? spent : 0
}

export interface MonitoringMoney {
  budget: Millicredits
  /** The price of judging a post. */
  price: Millicredits
  pause: MonitoringPause | null
  waiting: number
  /** How many were dropped because too many waited. */
  dropped: number
}

/** Explains why nothing is judged, or why posts wait, and when they will be judged; null if nothing waits for money. */
export function pauseNote(money: MonitoringMoney, now: Date): string | null {
  const why = whyPaused(money, now)
  if (why === null || money.dropped === 0) return why
  const posts = money.dropped === 1 ? '1 older post was' : `${money.dropped} older posts were`
  return `${why} ${posts} let go unjudged, as too many waited.`
}

function whyPaused({ budget, price, pause, waiting }: MonitoringMoney, now: Date): string | null {
  const posts = waiting === 1 ? '1 post waits' : `${waiting} posts wait`
  if (budget < price) {
    const why = budget === 0 ? 'the monthly budget is 0' : 'the monthly budget does not pay for one post'
    return `Nothing is judged: ${why}. ${waiting === 0 ? 'What comes in waits' : posts} until it is raised.`
  }
  if (pause === null || waiting === 0) return null
  if (pause === 'credits') return `${posts} to be judged: no credits are left.`
  return `${posts} to be judged: this month's budget is used up. They are judged from ${dayOf(nextMonth(now))} on, or sooner with a higher budget.`
}

/** As `1 Dec 2026`. */
function dayOf(instant: Date): string {
  return instant.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}
