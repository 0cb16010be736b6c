import { readingsOf } from './places.ts'
import type { Vocabulary } from './vocabulary.ts'

const WEIGHT_MAX = 1_000_000

/** A post carries a group when it carries one of its words or phrases. */
export interface WordGroup {
  anyOf: readonly string[]
  /** A whole number from 1 on; 1 where it is left out. */
  weight?: number
}

/**
 * Which words a post must carry: groups that weigh at least `needed` together, all of them where that is left out, and
 * none of the words and phrases of `noneOf`. A plan without groups matches nothing.
 */
export interface WordPlan {
  groups: readonly WordGroup[]
  needed?: number
  noneOf?: readonly string[]
}

/** A plan by the numbers of its terms. */
export interface CompiledPlan {
  needed: number
  groups: CompiledGroup[]
  /** Each the terms of a phrase. */
  noneOf: number[][]
}

export interface CompiledGroup {
  weight: number
  /** The readings of its phrases, each as terms one after another. */
  anyOf: number[][]
}

/** Reads a plan's phrases, adding their terms to the vocabulary. Throws `RangeError` on weights that are none. */
export function compilePlan(plan: WordPlan, vocabulary: Vocabulary): CompiledPlan {
  const groups = plan.groups.map(({ anyOf, weight = 1 }) => ({
    weight: requireWeight(weight),
    anyOf: numbersOf(anyOf, vocabulary),
  }))
  const total = groups.reduce((sum, { weight }) => sum + weight, 0)
  return {
    needed: requireWeight(plan.needed ?? Math.max(1, total), groups.length * WEIGHT_MAX),
    groups,
    noneOf: numbersOf(plan.noneOf ?? [], vocabulary),
  }
}

function numbersOf(phrases: readonly string[], vocabulary: Vocabulary): number[][] {
  return phrases.flatMap(readingsOf).map((reading) => reading.map((term) => vocabulary.add(term)))
}

function requireWeight(weight: number, max = WEIGHT_MAX): number {
  if (Number.isInteger(weight) && weight >= 1 && weight <= Math.max(1, max)) return weight
  throw new RangeError(`A plan cannot weigh ${weight}`)
}

/**
 * The groups one of which every matching post carries, as few and rare as can be: without them the others do not
 * weigh enough. A plan is looked up by their words alone.
 */
export function anchorsOf(plan: CompiledPlan, frequencyOf: (term: number) => number): CompiledGroup[] {
  const byRarity = plan.groups
    .map((group) => ({ group, frequency: frequencyOfGroup(group, frequencyOf) }))
    .toSorted((a, b) => a.frequency - b.frequency)
  let rest = byRarity.reduce((sum, { group }) => sum + group.weight, 0)
  if (rest < plan.needed) return []
  const anchors: CompiledGroup[] = []
  for (const { group } of byRarity) {
    if (rest < plan.needed) break
    anchors.push(group)
    rest -= group.weight
  }
  return anchors
}

/** One term of each reading, its rarest: a post that carries the group holds one of them. */
export function rarestTerms({ anyOf }: CompiledGroup, frequencyOf: (term: number) => number): number[] {
  const rarest = anyOf.map((reading) =>
    reading.reduce((best, term) => (frequencyOf(term) < frequencyOf(best) ? term : best)),
  )
  return [...new Set(rarest)]
}

function frequencyOfGroup(group: CompiledGroup, frequencyOf: (term: number) => number): number {
  return rarestTerms(group, frequencyOf).reduce((sum, term) => sum + frequencyOf(term), 0)
}
