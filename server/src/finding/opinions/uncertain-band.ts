import { leadLevel } from '@leadlight/domain/scoring'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { relevanceWeights } from '@leadlight/engine/judge/weights'

/** The most a large model's answer moves the built-in model's probability, up or down. */
export const SHIFT_MAX = 0.12
/**
 * The band of probabilities worth asking about: as far around the threshold as an answer can move a score. Outside it
 * no answer changes whether a post is a lead.
 */
export const UNCERTAIN_FROM = relevanceWeights.threshold - SHIFT_MAX
export const UNCERTAIN_TO = relevanceWeights.threshold + SHIFT_MAX
/**
 * The share of judged posts in the band, for estimates: the mean of the two graded sets, by weights that had not seen them
 * (docs/decisions/0015-judge-cascade.md).
 */
export const UNCERTAIN_SHARE = 0.22

const DIGITS = 1e9

/** Whether the built-in model is unsure enough of a post to ask a large one. */
export function isUncertain({ score }: Pick<Judgement, 'score'>): boolean {
  return score >= UNCERTAIN_FROM && score <= UNCERTAIN_TO
}

/** A large model's opinion of a post: a score from 0 to 1, and what rests on the post's own words. */
export interface Opinion {
  score: number
  /** Null where it rests on no quote; then the built-in model's stays. */
  reason: string | null
  evidence: Judgement['evidence']
  /** The model, such as `openai/gpt-5-mini`. */
  model: string
}

/** Applies a large model's opinion: the score moves towards the opinion's, by `SHIFT_MAX` at most. */
export function withOpinion(local: Judgement, opinion: Opinion): Judgement {
  const shift = Math.max(-SHIFT_MAX, Math.min(SHIFT_MAX, opinion.score - local.score))
  // Rounded, so that a floating-point error never decides at the edge of the band.
  const score = Math.round((local.score + shift) * DIGITS) / DIGITS
  return {
    ...local,
    score,
    keep: score >= relevanceWeights.threshold,
    level: leadLevel(Math.round(score * 100)),
    reason: opinion.reason ?? local.reason,
    evidence: joined(opinion.evidence, local.evidence),
    modelVersion: `${local.modelVersion}+${opinion.model}`,
  }
}

/** The same for what a model has taught, which has no words of its own. */
export function withLesson(local: Judgement, { score, model }: Pick<Opinion, 'score' | 'model'>): Judgement {
  return withOpinion(local, { score, reason: null, evidence: [], model: `taught:${model}` })
}

/** The model's quotes, since its reason rests on them, plus the built-in evidence that does not overlap them. */
function joined(quotes: Judgement['evidence'], evidence: Judgement['evidence']): Judgement['evidence'] {
  const apart = evidence.filter((span) => !quotes.some((quote) => span.start < quote.end && quote.start < span.end))
  return [...quotes, ...apart].sort((left, right) => left.start - right.start)
}
