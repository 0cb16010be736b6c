import type { Evidence } from '@leadlight/contract/evidence'
import type { LeadMatch } from '@leadlight/contract/leads'
import type { Condition } from '@leadlight/domain/conditions'
import { levelOrNull, scoreOf, scoreOrNull } from '@leadlight/domain/scoring'
import type { SecondOpinion } from './lead-hooks.ts'

/** A signal's verdict on a post, with evidence and conditions as offsets into the post's text. */
export interface ShownMatch {
  intent_signal_id: string
  intent_signal: string
  score: number
  /** The judge's log-odds before the signal's feedback; null where people made the match. */
  base: number | null
  reason: string
  evidence: readonly Evidence[]
  conditions: readonly Condition[]
  opinion: SecondOpinion | null
}

/** Presents a verdict, of a lead or of a post that was passed over. */
export function presentMatch(match: ShownMatch): LeadMatch {
  const { intent_signal_id, intent_signal, score, reason } = match
  return {
    intent_signal_id,
    intent_signal,
    score: scoreOrNull(score),
    level: levelOrNull(score),
    reason,
    learned: sayLearned(match),
    evidence: [...match.evidence],
    conditions: [...match.conditions],
    second_opinion: match.opinion,
  }
}

function sayLearned({ score, base }: ShownMatch): string | null {
  const shared = base === null ? score : scoreOf(base)
  if (score === shared) return null
  return `${score > shared ? 'Raised' : 'Lowered'} by your feedback on similar posts: without it the score would be ${shared}.`
}
