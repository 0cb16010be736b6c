import type { QuoteModel } from '../evidence/evidence.ts'
import { logistic } from './speech-act.ts'

/** Log-odds as a weighted sum of standardised features. */
export interface Line {
  means: number[]
  scales: number[]
  weights: number[]
  bias: number
}

/** A calibrated logistic model over standardised features, in two steps. */
export interface RelevanceModel extends Line {
  /** Weighs the score by the features and what the heads say of each condition; its score is the one calibrated. */
  second: Line
  /**
   * Platt's calibration, fitted on predictions for businesses the model had not seen, moved to the assumed share of
   * matches.
   */
  calibration: { slope: number; offset: number }
  /** The share of matches among the graded posts, and the share that probabilities assume. */
  shares: { graded: number; assumed: number }
  quotes: QuoteModel
  /** Posts are kept from this probability on. */
  threshold: number
}

export interface RelevanceWeights extends RelevanceModel {
  version: string
  about: Record<string, unknown>
  features: string[]
}

/** On a signal unlike those it learned from, a feature may lie far outside; beyond so many deviations it says no more. */
const DEVIATIONS_MAX = 3

/** A feature in standard deviations from its mean, bounded. */
export function standardise(value: number, mean: number, scale: number): number {
  return Math.max(-DEVIATIONS_MAX, Math.min(DEVIATIONS_MAX, (value - mean) / scale))
}

/** The weighted sum of the features. */
export function scoreFeatures(model: Line, values: Float64Array): number {
  let score = model.bias
  for (let index = 0; index < values.length; index++) {
    const standard = standardise(values[index] ?? 0, model.means[index] ?? 0, model.scales[index] ?? 1)
    score += (model.weights[index] ?? 0) * standard
  }
  return score
}

/** The probability that the author plainly has the intent. */
export function calibrate(model: RelevanceModel, score: number): number {
  return logistic(model.calibration.slope * score + model.calibration.offset)
}
