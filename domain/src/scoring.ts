export const LEAD_LEVELS = ['strong', 'likely', 'possible'] as const
export type LeadLevel = (typeof LEAD_LEVELS)[number]

/** Scores from here on are called strong; 80 means that about 80 in 100 such posts fit. */
export const STRONG_FROM = 80
/** Scores from here on are called likely. */
export const LIKELY_FROM = 60

/** The plain word for a score from 0 to 100. */
export function leadLevel(score: number): LeadLevel {
  if (score >= STRONG_FROM) return 'strong'
  return score >= LIKELY_FROM ? 'likely' : 'possible'
}
