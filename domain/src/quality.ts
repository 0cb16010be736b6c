/** With fewer leads judged by people, a share says nothing. */
export const QUALITY_JUDGED_MIN = 5

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964

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
  if (judged < QUALITY_JUDGED_MIN) return null
  const share = positive / judged
  return { positive, negative, share, ...wilsonInterval(share, judged) }
}

/** Wilson's score interval (1927), which stays within 0 and 1 and holds for few answers and extreme shares. */
function wilsonInterval(share: number, count: number): { low: number; high: number } {
  const scale = 1 + Z ** 2 / count
  const middle = (share + Z ** 2 / (2 * count)) / scale
  const half = (Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2))) / scale
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
