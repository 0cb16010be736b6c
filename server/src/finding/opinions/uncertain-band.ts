import { leadLevel } from '@leadlight/domain/scoring'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { relevanceWeights } from '@leadlight/engine/judge/weights'

/** How far a large model's answer moves the built-in model's probability at most, up or down. */
export const SHIFT_MAX = 0.2
/**
 * Posts are worth asking about from here to there: as far around the probability from which posts are kept as an answer can
 * move it. Outside of that no answer could make a lead of a post, or take one away.
 */
export const UNCERTAIN_FROM = relevanceWeights.threshold - SHIFT_MAX
export const UNCERTAIN_TO = relevanceWeights.threshold + SHIFT_MAX
/** The share of judged posts in the band on the graded pools, out of fold (docs/decisions/0015-judge-cascade.md): for estimates. */
export const UNCERTAIN_SHARE = 0.2

const DIGITS = 1e9

/** Whether the built-in model is unsure enough of a post for a large one to be asked. */
export function isUncertain({ score }: Pick<Judgement, 'score'>): boolean {
  return score >= UNCERTAIN_FROM && score <= UNCERTAIN_TO
}

/** What a large model made of a post: a score from 0 to 1, and what stands on the post's own words. */
export interface Opinion {
  score: number
  /** Null where none stands on a quote; then the built-in model's stays. */
  reason: string | null
  evidence: Judgement['evidence']
  /** Who said so, as `openai/gpt-5-mini`. */
  model: string
}

/** The judgement with a large model's opinion taken in: its score moves towards the opinion's, by `SHIFT_MAX` at most. */
export function withOpinion(local: Judgement, opinion: Opinion): Judgement {
  const shift = Math.max(-SHIFT_MAX, Math.min(SHIFT_MAX, opinion.score - local.score))
  // What adding loses in the last digits must not decide whether a post at the edge of the band is kept.
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

/** The model's quotes, since its reason stands on them, and of the built-in evidence what does not overlap them. */
function joined(quotes: Judgement['evidence'], evidence: Judgement['evidence']): Judgement['evidence'] {
  const apart = evidence.filter((span) => !quotes.some((quote) => span.start < quote.end && quote.start < span.end))
  return [...quotes, ...apart].sort((left, right) => left.start - right.start)
}
