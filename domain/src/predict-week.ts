const WEEK_DAYS = 7

/** What the week's rate is before anything is seen: half a lead, seen in a fiftieth of a week. */
const PRIOR_LEADS = 0.5
const PRIOR_WEEKS = 0.02

/**
 * How a flow may behave, each with its weight before anything is seen. `kept` is how much of what older weeks say still
 * counts a week later: 1 for a flow that never drifts. `spread` is the variance between weeks as a multiple of that of a
 * flow by pure chance. Most weight stands on steady flows, so that only their own weeks make intervals wide.
 */
const KEPT = [
  { kept: 1, weight: 4 },
  { kept: 0.95, weight: 4 },
  { kept: 0.85, weight: 1 },
  { kept: 0.6, weight: 0.5 },
]
const SPREAD = [
  { spread: 1, weight: 30 },
  { spread: 1.5, weight: 3 },
  { spread: 3, weight: 1 },
  { spread: 6, weight: 0.5 },
]
const BEHAVIOURS = KEPT.flatMap(({ kept, weight }) =>
  SPREAD.map((one) => ({ kept, spread: one.spread, logWeight: Math.log(weight * one.weight) })),
)
/** Standard deviations above the mean at which a distribution is cut off. */
const REACH = 12

/** Leads that were not seen in the whole span because their posts were not judged: what is expected, and how surely. */
export interface Missed {
  mean: number
  variance: number
}

/** A negative binomial distribution by its moments; the variance is above the mean. */
interface Moments {
  mean: number
  variance: number
}

interface Prediction extends Moments {
  /** In proportion to the others'. */
  weight: number
}

/**
 * The probabilities of 0, 1, 2 … leads in the week that follows, from the leads of each day, oldest first. The rate has
 * a Gamma prior, and old weeks fade from it. How fast, and how much more than by chance weeks differ, is averaged over
 * behaviours, each by how well it would have predicted every week from those before (West and Harrison, Bayesian
 * Forecasting, 1997, chapters 6 and 12).
 */
export function predictWeek(leadsByDay: readonly number[], missed: Missed): Float64Array {
  const predictions = predictionsOf(weeksOf(leadsByDay), leadsByDay.length / WEEK_DAYS, missed)
  const reach = Math.max(...predictions.map(({ mean, variance }) => mean + REACH * Math.sqrt(variance)))
  const total = new Float64Array(Math.ceil(reach) + WEEK_DAYS)
  for (const { weight, ...moments } of predictions) {
    let log = logOfNone(moments)
    for (let leads = 0; leads < total.length; leads++) {
      total[leads] = (total[leads] ?? 0) + weight * Math.exp(log)
      log += logStep(moments, leads)
    }
  }
  const sum = total.reduce((before, share) => before + share, 0)
  return total.map((share) => share / sum)
}

interface Week {
  leads: number
  /** 1, or less for the oldest. */
  weeks: number
}

/** Counted back from the last day: only the oldest, which nothing predicts, may be short. */
function weeksOf(leadsByDay: readonly number[]): Week[] {
  const weeks: Week[] = []
  for (let end = leadsByDay.length; end > 0; end -= WEEK_DAYS) {
    const days = leadsByDay.slice(Math.max(0, end - WEEK_DAYS), end)
    weeks.unshift({ leads: days.reduce((sum, leads) => sum + leads, 0), weeks: days.length / WEEK_DAYS })
  }
  return weeks
}

function predictionsOf(weeks: readonly Week[], span: number, missed: Missed): Prediction[] {
  const read = BEHAVIOURS.map((behaviour) => follow(weeks, behaviour))
  const best = Math.max(...read.map(({ logWeight }) => logWeight))
  return read.map(({ seen, certainty, spread, logWeight }) => {
    const mean = seen + missed.mean / span
    const variance = mean * spread + seen ** 2 / certainty + missed.variance / span ** 2
    return { mean, variance, weight: Math.exp(logWeight - best) }
  })
}

/**
 * Follows the rate through the weeks as one behaviour has it. Counts weigh by their spread, so that less is sure of a
 * restless flow. The first week is predicted by the prior alone and says nothing of behaviour.
 */
function follow(weeks: readonly Week[], { kept, spread, logWeight }: (typeof BEHAVIOURS)[number]) {
  let shape = PRIOR_LEADS
  let exposure = PRIOR_WEEKS
  let log = logWeight
  for (const [at, week] of weeks.entries()) {
    const mean = shape / exposure
    if (at > 0) log += logChance({ mean, variance: mean * spread + mean ** 2 / shape }, week.leads)
    shape = kept * (shape + week.leads / spread)
    exposure = kept * (exposure + week.weeks / spread)
  }
  return { seen: shape / exposure, certainty: shape, spread, logWeight: log }
}

function logChance(moments: Moments, leads: number): number {
  let log = logOfNone(moments)
  for (let at = 0; at < leads; at++) log += logStep(moments, at)
  return log
}

function logOfNone(moments: Moments): number {
  return -sizeOf(moments) * Math.log1p(moments.mean / sizeOf(moments))
}

/** From the logarithm of the probability of `leads` to that of one more. */
function logStep(moments: Moments, leads: number): number {
  const size = sizeOf(moments)
  return Math.log(((size + leads) / (leads + 1)) * (moments.mean / (size + moments.mean)))
}

function sizeOf({ mean, variance }: Moments): number {
  return mean ** 2 / (variance - mean)
}
