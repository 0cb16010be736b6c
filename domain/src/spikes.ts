/** Days before a day that it is compared with, and how many of them must be known. */
export const SPIKE_HISTORY_DAYS = 56
const SPIKE_HISTORY_LEAST = 28
/** From here on a day that stands out is left out of later histories, though it is too early to tell of it. */
const OUTLIER_HISTORY_LEAST = 14
/** A day is a spike where a usual one reaches its number less often than this. */
const CHANCE = 1 / 600
/** The same as standard deviations above the mean, where a normal distribution is near enough, and the sum would underflow. */
const CHANCE_DEVIATIONS = 2.94
const NORMAL_FROM = 200
/** Fewer are no spike, however rare a name is. */
const SPIKE_LEAST = 3
/** Before anything is known of a name, half a post in all days. */
const PRIOR = 0.5

/** A day with more posts than chance explains. */
export interface Spike {
  /** Its position among the days. */
  day: number
  found: number
  /** The mean of the days before it, and the most that a usual day reaches. */
  usual: number
  most: number
}

/**
 * The days with more posts than a Poisson band around the days before allows. The band is wider where the rate is known from
 * few posts, and where days differ more than chance makes them. Spikes are left out of what later days are compared with.
 * `counts` holds one number a day; days before `from` are history alone.
 */
export function findSpikes(counts: readonly number[], from = 0): Spike[] {
  const spikes: Spike[] = []
  const isSpike = new Set<number>()
  for (let day = OUTLIER_HISTORY_LEAST; day < counts.length; day++) {
    const found = counts[day] ?? 0
    if (found < SPIKE_LEAST) continue
    const history = historyOf(counts, day, isSpike)
    if (history.length < OUTLIER_HISTORY_LEAST) continue
    const { mean, most } = bandOf(history)
    if (found <= most) continue
    isSpike.add(day)
    if (day >= Math.max(from, SPIKE_HISTORY_LEAST)) spikes.push({ day, found, usual: mean, most })
  }
  return spikes
}

function historyOf(counts: readonly number[], day: number, isSpike: ReadonlySet<number>): number[] {
  const first = Math.max(0, day - SPIKE_HISTORY_DAYS)
  return counts.slice(first, day).filter((_, at) => !isSpike.has(first + at))
}

/** The mean of the days, and the most that one more day like them reaches. */
function bandOf(history: readonly number[]): { mean: number; most: number } {
  const days = history.length
  const total = history.reduce((sum, count) => sum + count, 0)
  const mean = total / days
  const expected = (total + PRIOR) / days
  const spread = history.reduce((sum, count) => sum + (count - mean) ** 2, 0) / Math.max(1, days - 1)
  const dispersion = mean > 0 ? Math.max(1, spread / mean) : 1
  // One more day varies by chance, by how days differ, and by how well the mean is known.
  const variance = expected * dispersion * (1 + 1 / days)
  return { mean, most: Math.max(SPIKE_LEAST - 1, quantile(expected, variance)) }
}

/** The number that is exceeded with at most `CHANCE`, by a negative binomial distribution of that mean and variance. */
function quantile(mean: number, variance: number): number {
  if (mean > NORMAL_FROM) return Math.ceil(mean + CHANCE_DEVIATIONS * Math.sqrt(variance))
  const size = mean ** 2 / Math.max(variance - mean, 1e-9)
  const share = size / (size + mean)
  let probability = Math.exp(size * Math.log(share))
  let below = probability
  let count = 0
  while (1 - below > CHANCE) {
    probability *= ((size + count) / (count + 1)) * (1 - share)
    count += 1
    below += probability
  }
  return count
}
