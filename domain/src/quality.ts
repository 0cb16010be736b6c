/** With fewer leads judged by people, a share says nothing. */
export const QUALITY_RATED_MIN = 5

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964

/** A share from 0 to 1, and its interval. */
export interface MeasuredShare {
  share: number
  low: number
  high: number
}

export interface Quality {
  positive: number
  negative: number
  /** The share of good ones among the judged leads, from 0 to 1. */
  share: number
  /** The 95 % confidence interval of that share over all leads. */
  low: number
  high: number
}

/** How good a signal's leads are by people's feedback; null while too few have been judged. */
export function measuredQuality({ positive, negative }: { positive: number; negative: number }): Quality | null {
  const judged = positive + negative
  if (judged < QUALITY_RATED_MIN) return null
  return { positive, negative, ...measuredShare(positive, judged) }
}

/**
 * The share of so many, with Wilson's score interval (1927), which stays within 0 and 1 and holds for few answers and
 * extreme shares: of 95 %, unless `z` is another quantile.
 */
export function measuredShare(hits: number, count: number, z = Z): MeasuredShare {
  const share = hits / count
  const scale = 1 + z ** 2 / count
  const middle = (share + z ** 2 / (2 * count)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))) / scale
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
