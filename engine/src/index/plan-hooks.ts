import { anchorsOf, needsBeside, type CompiledPlan, type FrequencyOf } from './word-plan.ts'

/**
 * The terms that a plan hangs under, each with what else a post must hold that matches by it: of each need one term, the needs that
 * fewest posts have first. Empty where no post can match.
 */
export function hooksOf(plan: CompiledPlan, frequencyOf: FrequencyOf): Map<number, number[][]> {
  const hooks = new Map<number, number[][]>()
  for (const anchor of anchorsOf(plan, frequencyOf)) {
    const needs = needsBeside(plan, anchor, frequencyOf)
    if (needs.some((terms) => terms.length === 0)) return new Map()
    // A term that two anchors share is to let through what either does.
    for (const term of anchor.anyOf) hooks.set(term, hooks.has(term) ? [] : needs)
  }
  return hooks
}
