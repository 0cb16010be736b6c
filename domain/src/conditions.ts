import { anchored, quoted, type Quoted } from './evidence.ts'

/** What a signal asks of a post, part by part. */
export const CONDITION_KINDS = ['who', 'act', 'topic', 'limit'] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]

/** `not_said` is also the answer where the post leaves doubt. */
export const CONDITION_STATES = ['met', 'not_met', 'not_said'] as const
export type ConditionState = (typeof CONDITION_STATES)[number]

/** What a post says of one condition; `at` is the sentence that says so, null where none does. */
export interface ConditionOf<Span> {
  kind: ConditionKind
  /** The condition in the signal's words. */
  text: string
  state: ConditionState
  at: Span | null
}

export type Condition = ConditionOf<{ start: number; end: number }>
/** As stored: with the sentence's words, so that it survives edits of its post. */
export type StoredCondition = ConditionOf<Quoted>

export function quotedConditions(text: string, conditions: readonly Condition[]): StoredCondition[] {
  return conditions.map((own) => ({ ...own, at: (own.at && quoted(text, [own.at])[0]) ?? null }))
}

/** What was said stands where its sentence is gone from the text: only its position is then unknown. */
export function anchoredConditions(text: string, conditions: readonly StoredCondition[]): Condition[] {
  return conditions.map((own) => ({ ...own, at: (own.at && anchored(text, [own.at])[0]) ?? null }))
}
