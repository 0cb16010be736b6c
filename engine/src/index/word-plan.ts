import { phraseReadings } from './word-positions.ts'
import type { PlanTerms } from './plan-terms.ts'

const WEIGHT_MAX = 1_000_000

/** A post carries a group when it carries one of its words or phrases. */
export interface WordGroup {
  /** Words and phrases as somebody would write them. */
  anyOf?: readonly string[]
  /** Terms, as `readTerms` gives them. */
  anyTerm?: readonly string[]
  /** A whole number from 1 on; 1 by default. */
  weight?: number
}

/**
 * The words a post must carry: groups with a total weight of at least `needed` (by default all groups), and none of the
 * words and phrases in `noneOf`. A plan without groups matches nothing.
 */
export interface WordPlan {
  groups: readonly WordGroup[]
  needed?: number
  noneOf?: readonly string[]
}

/** A plan by the numbers of its terms; each reading of a word or phrase is one term. */
export interface CompiledPlan {
  needed: number
  groups: CompiledGroup[]
  noneOf: number[]
}

export interface CompiledGroup {
  weight: number
  anyOf: number[]
}

/** Reads a plan's phrases, adding them to the terms. Throws `RangeError` on invalid weights. */
export function compilePlan(plan: WordPlan, terms: Pick<PlanTerms, 'add'>): CompiledPlan {
  const numbered = (readings: readonly string[][]) => [...new Set(readings.map((reading) => terms.add(reading)))]
  const groups = plan.groups.map((group) => ({
    weight: requireWeight(group.weight ?? 1),
    anyOf: numbered(groupReadings(group)),
  }))
  const total = groups.reduce((sum, { weight }) => sum + weight, 0)
  return {
    needed: requireWeight(plan.needed ?? Math.max(1, total), groups.length * WEIGHT_MAX),
    groups,
    noneOf: numbered((plan.noneOf ?? []).flatMap(phraseReadings)),
  }
}

/** The ways a post may carry a group, each as terms in sequence. */
export function groupReadings({ anyOf = [], anyTerm = [] }: WordGroup): string[][] {
  return [...anyOf.flatMap(phraseReadings), ...anyTerm.flatMap(termReadings)]
}

/** A term is already normalised and is not split, unless it is hyphened. */
function termReadings(term: string): string[][] {
  return term.includes('-') ? phraseReadings(term) : [[term]]
}

function requireWeight(weight: number, max = WEIGHT_MAX): number {
  if (Number.isInteger(weight) && weight >= 1 && weight <= Math.max(1, max)) return weight
  throw new RangeError(`A plan cannot weigh ${weight}`)
}

/**
 * The groups of which every matching post carries at least one, as few and rare as possible: without them the others do
 * not weigh enough. A plan is looked up by their words alone. Empty where no post matches.
 */
export function anchorsOf({ groups, needed }: CompiledPlan, frequencyOf: FrequencyOf): CompiledGroup[] {
  return weigh(groups) < needed ? [] : rarestNeeded(groups, needed, frequencyOf)
}

/**
 * The groups of which a matching post with `anchor` also carries one each, rarest first. Where no single other group is
 * needed, but one of several, those count as one.
 */
export function needsBeside(
  { groups, needed }: CompiledPlan,
  anchor: CompiledGroup,
  frequencyOf: FrequencyOf,
): number[][] {
  const others = groups.filter((group) => group !== anchor)
  const total = weigh(groups)
  const single = byRarity(others, frequencyOf).filter(({ weight }) => total - weight < needed)
  if (single.length > 0 || anchor.weight >= needed) return single.map(({ anyOf }) => anyOf)
  const either = rarestNeeded(others, needed - anchor.weight, frequencyOf)
  return [[...new Set(either.flatMap(({ anyOf }) => anyOf))]]
}

export type FrequencyOf = (term: number) => number

/** As many of the rarest groups as it takes for the others to weigh less than `needed`. */
function rarestNeeded(groups: readonly CompiledGroup[], needed: number, frequencyOf: FrequencyOf): CompiledGroup[] {
  let rest = weigh(groups)
  const rarest: CompiledGroup[] = []
  for (const group of byRarity(groups, frequencyOf)) {
    if (rest < needed) break
    rarest.push(group)
    rest -= group.weight
  }
  return rarest
}

function byRarity(groups: readonly CompiledGroup[], frequencyOf: FrequencyOf): CompiledGroup[] {
  return groups
    .map((group) => ({ group, frequency: frequencyOfGroup(group, frequencyOf) }))
    .toSorted((a, b) => a.frequency - b.frequency)
    .map(({ group }) => group)
}

function weigh(groups: readonly CompiledGroup[]): number {
  return groups.reduce((sum, { weight }) => sum + weight, 0)
}

function frequencyOfGroup({ anyOf }: CompiledGroup, frequencyOf: FrequencyOf): number {
  return anyOf.reduce((sum, term) => sum + frequencyOf(term), 0)
}
