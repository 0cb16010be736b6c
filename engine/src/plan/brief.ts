import { isPlanEdited, NO_PLAN_EDITS, type PlanEdits } from '@leadlight/domain/signal-plans'
import type { SignalKind } from '@leadlight/domain/signals'
import { planNames } from './plan-names.ts'
import { planSignal, type Plan } from './plan.ts'

/** All that a user has said about a signal, from which its plan is made. */
export interface Brief {
  kind: SignalKind
  /** The sentence, or the expression of names. */
  intentSignal: string
  /** What is not wanted, in plain language; empty where nothing was said. */
  notInterested: string
  planEdits: PlanEdits
}

/** The brief of a sentence alone. */
export function plainBrief(intentSignal: string): Brief {
  return { kind: 'intent', intentSignal, notInterested: '', planEdits: NO_PLAN_EDITS }
}

/** Reads a brief into a plan. Pure and immediate, as `planSignal`. */
export function planBrief({ kind, intentSignal, notInterested, planEdits }: Brief): Plan {
  if (kind === 'name') return planNames(intentSignal)
  return planSignal(intentSignal, { notInterested, edits: planEdits })
}

/** Whether two briefs ask for the same posts in the same words. */
export function isSameBrief(a: Brief, b: Brief): boolean {
  return briefKey(a) === briefKey(b)
}

/** A text that is equal for equal briefs only. */
export function briefKey({ kind, intentSignal, notInterested, planEdits }: Brief): string {
  return JSON.stringify([kind, intentSignal, notInterested, isPlanEdited(planEdits) ? inOrder(planEdits) : null])
}

/** The database stores an object's parts in an order of its own. */
function inOrder({ who, acts, topics, qualifiers, exclusions, searches }: PlanEdits): unknown {
  const lists = [acts, qualifiers, exclusions, searches].map(({ added, removed }) => [added, removed])
  return [who, lists, topics.added.map(({ phrase, beside }) => [phrase, beside]), topics.removed]
}
