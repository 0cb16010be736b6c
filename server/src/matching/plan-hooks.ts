import { NEEDS_MAX, UNLESS_MAX, type NeededTerm, type PostingEntry } from './posting-lists.ts'
import {
  anchorsOf,
  needsBeside,
  rarestTerms,
  type CompiledGroup,
  type CompiledPlan,
  type FrequencyOf,
} from './word-plan.ts'

/** What hangs of a plan under one of its terms. */
export type Hook = Omit<PostingEntry, 'slot'>

/**
 * The terms that a plan hangs under, each with what else a post must hold. Where holding words says it all, no phrase and
 * no choice between groups, the entry alone tells a match; empty where no post can match.
 */
export function hooksOf(plan: CompiledPlan, frequencyOf: FrequencyOf): Map<number, Hook> {
  const hooks = new Map<number, Hook>()
  const weight = plan.groups.reduce((sum, group) => sum + group.weight, 0)
  const unless = rarestTerms(plan.noneOf, frequencyOf)
  const isShort = unless.length <= UNLESS_MAX
  for (const anchor of anchorsOf(plan, frequencyOf)) {
    const { needs, isAll } = needsBeside(plan, anchor, frequencyOf)
    if (needs.some((readings) => readings.length === 0)) return new Map()
    const terms = needs.flatMap((readings) => neededTerms(readings, frequencyOf))
    for (const term of rarestTerms(anchor.anyOf, frequencyOf)) {
      const fitting = asManyAsFit(rarestFirst([...restOf(anchor, term, frequencyOf), ...terms], frequencyOf))
      const isWhole = isAll && isShort && fitting.length === terms.length && isReading(anchor, term)
      // A term that two anchors share is to let through what either does.
      const own = hooks.has(term) ? { needs: [], isWhole: false } : { needs: fitting, isWhole }
      hooks.set(term, { weight, ...own, unless: isShort ? unless : [], isAlone: false })
    }
  }
  return hooks.size > 1 ? hooks : new Map([...hooks].map(([term, hook]) => [term, { ...hook, isAlone: true }]))
}

function isReading({ anyOf }: Pick<CompiledGroup, 'anyOf'>, term: number): boolean {
  return anyOf.some((reading) => reading.length === 1 && reading[0] === term)
}

/** Of a phrase alone its two rarest terms, else one term of each reading, its rarest. */
function neededTerms(anyOf: number[][], frequencyOf: FrequencyOf): NeededTerm[][] {
  const [phrase, ...others] = anyOf
  if (phrase && phrase.length > 1 && others.length === 0) {
    const [rarest, ...rest] = phrase.toSorted((a, b) => frequencyOf(a) - frequencyOf(b))
    const second = rest.find((term) => term !== rarest)
    return [rarest, second].flatMap((term) => (term === undefined ? [] : [[{ term, isPart: true }]]))
  }
  return [rarestTerms(anyOf, frequencyOf).map((term) => ({ term, isPart: !isReading({ anyOf }, term) }))]
}

/** What else a post holds that carries the anchor by a phrase of which the term is the rarest: its second rarest. */
function restOf({ anyOf }: CompiledGroup, term: number, frequencyOf: FrequencyOf): NeededTerm[][] {
  const through = anyOf.filter((reading) => rarestTerms([reading], frequencyOf).includes(term))
  const rest = through.length === 1 ? (through[0] ?? []).filter((other) => other !== term) : []
  return rest.length === 0 ? [] : [rarestTerms([rest], frequencyOf).map((second) => ({ term: second, isPart: true }))]
}

function rarestFirst(needs: NeededTerm[][], frequencyOf: FrequencyOf): NeededTerm[][] {
  const frequencies = new Map(
    needs.map((terms) => [terms, terms.reduce((sum, { term }) => sum + frequencyOf(term), 0)] as const),
  )
  return needs.toSorted((a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0))
}

function asManyAsFit(needs: readonly NeededTerm[][]): NeededTerm[][] {
  let count = 0
  return needs.filter((terms) => (count += terms.length) <= NEEDS_MAX)
}
