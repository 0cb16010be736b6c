export const LEAD_LEVELS = ['strong', 'likely', 'possible'] as const
export type LeadLevel = (typeof LEAD_LEVELS)[number]

/** Scores from here on are called strong; 68 means that about 68 in 100 such posts fit. */
export const STRONG_FROM = 68
/** Scores from here on are called likely. */
export const LIKELY_FROM = 45

/** The plain word for a score from 0 to 100. */
export function leadLevel(score: number): LeadLevel {
  if (score >= STRONG_FROM) return 'strong'
  return score >= LIKELY_FROM ? 'likely' : 'possible'
}

/** Beyond this the judge is as good as sure; a probability of 0 or 1 would be beyond what any feedback could move. */
const LOG_ODDS_MAX = 7

/** A probability as log-odds, what a signal's feedback is added to. */
export function logOddsOf(probability: number): number {
  const odds = Math.log(probability / (1 - probability))
  return Math.min(LOG_ODDS_MAX, Math.max(-LOG_ODDS_MAX, odds))
}

/** The score from 0 to 100 of these log-odds. Scores are made nowhere else, so the same log-odds always score the same. */
export function scoreOf(logOdds: number): number {
  return Math.round(100 / (1 + Math.exp(-logOdds)))
}
