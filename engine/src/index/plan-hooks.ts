import { anchorsOf, needsBeside, type CompiledPlan, type FrequencyOf } from './word-plan.ts'

/**
 * The terms to list a plan under, each with what else a matching post must hold: of each need one term, rarest needs
 * first. Empty where no post can match.
 */
export function hooksOf(plan: CompiledPlan, frequencyOf: FrequencyOf): Map<number, number[][]> {
  const hooks = new Map<number, number[][]>()
  for (const anchor of anchorsOf(plan, frequencyOf)) {
    const needs = needsBeside(plan, anchor, frequencyOf)
    if (needs.some((terms) => terms.length === 0)) return new Map()
    // A term that two anchors share must let through what either does.
    for (const term of anchor.anyOf) hooks.set(term, hooks.has(term) ? [] : needs)
  }
  return hooks
}
