import { predictWeek, type Missed } from './predict-week.ts'

/** With posts of fewer days, nothing is said of the coming week. */
export const FORECAST_DAYS_MIN = 14
/** Older days are not looked at: flows drift. */
export const FORECAST_DAYS_MAX = 91

/** How often the number of leads lies in the interval. */
export const FORECAST_SURENESS = 0.8

/**
 * The share of near posts that fit, before any is judged: about eight in a hundred, worth six posts. It only speaks for
 * posts that were not judged.
 */
const FITTING = 0.5
const NOT_FITTING = 5.5

export interface ObservedDay {
  /** How many posts of this day were at hand, near the signal or not. */
  posts: number
  /** Those of them found to be leads. */
  leads: number
}

/** Posts alike, of which only some were judged. */
export interface PartlyJudged {
  posts: number
  judged: number
  kept: number
}

export interface Observed {
  /** Whole days up to now, oldest first. */
  days: readonly ObservedDay[]
  /** The posts of these days that come near the signal, by how they were chosen for judging. */
  near: readonly PartlyJudged[]
  /**
   * How many posts a platform says its queries found in the last `days` days, and what was judged of those. They stand
   * in for `near` where they are known, since they also count what was never fetched.
   */
  hits?: PartlyJudged & { days: number }
}

/** Why nothing can be said: nothing at hand, too short a time, or none of the near posts judged. */
export const FORECAST_GAPS = ['no_posts', 'too_few_days', 'nothing_judged'] as const
export type ForecastGap = (typeof FORECAST_GAPS)[number]

export type Forecast =
  | { kind: 'interval'; low: number; high: number }
  | { kind: 'cannot_tell'; gap: ForecastGap; daysWithPosts: number }

/**
 * How many leads the coming week brings, in whole numbers: the fewest that hold four weeks in five. Says so where too
 * little was observed. Leads among near posts that were not judged are estimated from those that were.
 */
export function forecastWeek(observed: Observed): Forecast {
  const days = sinceFirstPost(observed.days)
  const daysWithPosts = days.filter(({ posts }) => posts > 0).length
  const cannotTell = (gap: ForecastGap): Forecast => ({ kind: 'cannot_tell', gap, daysWithPosts })
  if (daysWithPosts === 0) return cannotTell('no_posts')
  if (daysWithPosts < FORECAST_DAYS_MIN) return cannotTell('too_few_days')
  const near = nearPosts(observed, days.length)
  if (near.some(({ posts }) => posts > 0) && near.every(({ judged }) => judged === 0))
    return cannotTell('nothing_judged')
  const leadsByDay = days.map(({ leads }) => leads)
  return { kind: 'interval', ...shortestInterval(predictWeek(leadsByDay, sumOf(near.map(missedOf)))) }
}

/** The forecast in words, as "about 3 to 7 leads a week (80 %)". */
export function forecastSentence(forecast: Forecast): string {
  if (forecast.kind === 'cannot_tell') return `we cannot tell yet: ${gapInWords(forecast)}`
  const { low, high } = forecast
  const sureness = `(${FORECAST_SURENESS * 100} %)`
  if (low === 0)
    return high === 0 ? `no leads in most weeks ${sureness}` : `fewer than ${high + 1} leads a week ${sureness}`
  if (low === high) return `about ${low} ${low === 1 ? 'lead' : 'leads'} a week ${sureness}`
  return `about ${low} to ${high} leads a week ${sureness}`
}

/** The days from the first with a post on: what is older was not collected. */
function sinceFirstPost(days: readonly ObservedDay[]): readonly ObservedDay[] {
  const first = days.findIndex(({ posts }) => posts > 0)
  return first === -1 ? [] : days.slice(first)
}

/** The shortest run of whole numbers that holds the asked share, and of equally short ones the likeliest. */
export function shortestInterval(chances: Float64Array): { low: number; high: number } {
  let best = { low: 0, high: chances.length - 1, share: 1 }
  let low = 0
  let share = 0
  for (const [high, chance] of chances.entries()) {
    share += chance
    while (share - (chances[low] ?? 0) >= FORECAST_SURENESS) share -= chances[low++] ?? 0
    const isShorter = high - low < best.high - best.low
    const isLikelier = high - low === best.high - best.low && share > best.share
    if (share >= FORECAST_SURENESS && (isShorter || isLikelier)) best = { low, high, share }
  }
  return { low: best.low, high: best.high }
}

function nearPosts({ near, hits }: Observed, days: number): readonly PartlyJudged[] {
  return hits ? [{ ...hits, posts: (hits.posts / hits.days) * days }] : near
}

/** The leads among posts that were not judged: beta-binomial, from the share kept of those judged. */
function missedOf({ posts, judged, kept }: PartlyJudged): Missed {
  const unjudged = Math.max(0, posts - judged)
  const certainty = judged + FITTING + NOT_FITTING
  const share = (kept + FITTING) / certainty
  const spread = (certainty + unjudged) / (certainty + 1)
  return { mean: unjudged * share, variance: unjudged * share * (1 - share) * spread }
}

function sumOf(missed: readonly Missed[]): Missed {
  return {
    mean: missed.reduce((sum, { mean }) => sum + mean, 0),
    variance: missed.reduce((sum, { variance }) => sum + variance, 0),
  }
}

function gapInWords({ gap, daysWithPosts }: Extract<Forecast, { kind: 'cannot_tell' }>): string {
  if (gap === 'no_posts') return 'there are no posts to go by.'
  if (gap === 'nothing_judged') return 'none of the posts that come near could be judged.'
  const days = daysWithPosts === 1 ? '1 day' : `${daysWithPosts} days`
  return `there are posts of only ${days} to go by, and it takes ${FORECAST_DAYS_MIN}.`
}
