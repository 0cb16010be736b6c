export const LEAD_LEVELS = ['strong', 'likely', 'possible', 'unsure'] as const
export type LeadLevel = (typeof LEAD_LEVELS)[number]

/** Scores from here on are strong; 68 means that about 68 in 100 such posts fit. */
export const STRONG_FROM = 68
/** Scores from here on are likely. */
export const LIKELY_FROM = 45
/** Posts are kept from here on. What is shown below is no find: the best few where nothing passed. */
export const POSSIBLE_FROM = 22
/** Below half of that a post is not worth showing, even where nothing passed. */
export const UNSURE_FROM = POSSIBLE_FROM / 2

/** Stands for the score of what nobody scored: a lead that watched names alone match. It is below all scores. */
export const NO_SCORE = -1

/** The score as the API says it: null where there is none. */
export function scoreOrNull(score: number): number | null {
  return score === NO_SCORE ? null : score
}

/** Whether a lead is good enough for a rule. Without a minimum, or with 0, all are; what has no score reaches no other. */
export function meetsMinimum(score: number, minimum: number | null): boolean {
  return minimum === null || minimum === 0 || score >= minimum
}

/** The level likewise. */
export function levelOrNull(score: number): LeadLevel | null {
  return score === NO_SCORE ? null : leadLevel(score)
}

/** The plain word for a score from 0 to 100. */
export function leadLevel(score: number): LeadLevel {
  if (score >= STRONG_FROM) return 'strong'
  if (score >= LIKELY_FROM) return 'likely'
  return score >= POSSIBLE_FROM ? 'possible' : 'unsure'
}

/** Beyond this the judge is practically sure. No feedback could move a probability of 0 or 1. */
const LOG_ODDS_MAX = 7

/** A probability as log-odds, to which a signal's feedback is added. */
export function logOddsOf(probability: number): number {
  const odds = Math.log(probability / (1 - probability))
  return Math.min(LOG_ODDS_MAX, Math.max(-LOG_ODDS_MAX, odds))
}

/**
 * The score from 0 to 100 of these log-odds. No other code makes scores, so the same log-odds always score the same.
 */
export function scoreOf(logOdds: number): number {
  return Math.round(100 / (1 + Math.exp(-logOdds)))
}
