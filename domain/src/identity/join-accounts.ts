import type { Evidence } from './compare-profiles.ts'
import { identityOdds } from './identity-probability.ts'
import { poolEvidence, sumOfBits } from './pooled-evidence.ts'
import type { ProfileFeatures } from './profile-features.ts'

/** Accounts taken to be one person's. */
type Group = readonly ProfileFeatures[]

/** Two groups that are likely one person's, in the order of joining, the surest first. */
export interface Join {
  first: Group
  second: Group
  probability: number
}

export interface JoinInput {
  /** Accounts known to be one person's start together; everybody else starts alone. */
  groups: readonly Group[]
  candidates: readonly (readonly [ProfileFeatures, ProfileFeatures])[]
  isApart: (first: ProfileFeatures, second: ProfileFeatures) => boolean
  evidenceOf: (first: ProfileFeatures, second: ProfileFeatures) => readonly Evidence[]
  isHeldTogether: (evidence: readonly Evidence[]) => boolean
  accounts: number
  probabilityMin: number
}

interface Joining extends JoinInput {
  groupOf: Map<ProfileFeatures, Group>
  partnersOf: Map<ProfileFeatures, ProfileFeatures[]>
  oddsOf: Map<Group, Map<Group, number>>
}

/**
 * Joins accounts that are likely one person's, the surest first, and weighs the rest again with what a group shows
 * together: one account's name and another's picture count for a third. Hardly anybody has two accounts on one
 * platform, so two that would both fit lower each other's likelihood.
 */
export function joinAccounts(input: JoinInput): Join[] {
  const partnersOf = new Map<ProfileFeatures, ProfileFeatures[]>()
  for (const [first, second] of input.candidates) {
    partnersOf.set(first, [...(partnersOf.get(first) ?? []), second])
    partnersOf.set(second, [...(partnersOf.get(second) ?? []), first])
  }
  const groupOf = new Map(input.groups.flatMap((group) => group.map((each) => [each, group] as const)))
  const joining: Joining = { ...input, groupOf, partnersOf, oddsOf: new Map() }
  const joins: Join[] = []
  let looked = input.candidates
  while (looked.length > 0) {
    const { joined, waiting } = joinSurest(joining, looked)
    joins.push(...joined)
    // A further round changes something only if groups changed, or a join waits.
    const changed = new Set([...joined.flatMap(({ first, second }) => [...first, ...second]), ...waiting])
    for (const account of Array.from(changed)) for (const partner of partnersOf.get(account) ?? []) changed.add(partner)
    looked = joined.length === 0 ? [] : input.candidates.filter((pair) => pair.some((account) => changed.has(account)))
  }
  return joins
}

/**
 * Joins groups whose surest partner is free in this round. A second choice waits for the next, when all is weighed
 * again.
 */
function joinSurest(joining: Joining, looked: JoinInput['candidates']): { joined: Join[]; waiting: ProfileFeatures[] } {
  const taken = new Set<Group>()
  const joined: Join[] = []
  const waiting: ProfileFeatures[] = []
  for (const { first, second, probability } of likelyJoins(joining, looked)) {
    const isFree = !taken.has(first) && !taken.has(second)
    taken.add(first).add(second)
    if (!isFree) {
      waiting.push(...first, ...second)
      continue
    }
    const together = [...first, ...second]
    for (const account of together) joining.groupOf.set(account, together)
    joined.push({ first, second, probability })
  }
  return { joined, waiting }
}

function likelyJoins(joining: Joining, looked: JoinInput['candidates']): Join[] {
  const seen = new Map<Group, Set<Group>>()
  const likely: (Join & { odds: number })[] = []
  for (const [one, other] of looked) {
    const [first, second] = [groupWith(joining, one), groupWith(joining, other)]
    if (first === second || seen.get(first)?.has(second) || seen.get(second)?.has(first)) continue
    seen.set(first, (seen.get(first) ?? new Set()).add(second))
    const odds = oddsBetween(joining, first, second)
    // A pair that is too unlikely even without rivals needs no look at them.
    if (odds / (1 + odds) < joining.probabilityMin || isClash(first, second)) continue
    const rivals = rivalOdds(joining, first, second) + rivalOdds(joining, second, first)
    const probability = odds / (1 + odds + rivals)
    if (probability >= joining.probabilityMin) likely.push({ first, second, probability, odds })
  }
  return likely.toSorted((one, other) => other.odds - one.odds)
}

/** The odds of the rivals of `chosen` for `group`: groups with an account where `chosen` has one. */
function rivalOdds(joining: Joining, group: Group, chosen: Group): number {
  const others = new Set(
    group.flatMap((account) => joining.partnersOf.get(account) ?? []).map((account) => groupWith(joining, account)),
  )
  return [...others]
    .filter((other) => other !== group && other !== chosen && isClash(other, chosen) && !isClash(other, group))
    .reduce((sum, other) => sum + oddsBetween(joining, group, other), 0)
}

/** Zero if nothing joins them, or somebody has said that they are two. */
function oddsBetween(joining: Joining, first: Group, second: Group): number {
  const { oddsOf, isApart, evidenceOf, isHeldTogether, accounts } = joining
  const known = oddsOf.get(first)?.get(second) ?? oddsOf.get(second)?.get(first)
  if (known !== undefined) return known
  const evidence = poolEvidence(first.flatMap((one) => second.map((other) => evidenceOf(one, other))))
  const bits = sumOfBits(evidence)
  const isPossible =
    bits > 0 && isHeldTogether(evidence) && !first.some((one) => second.some((other) => isApart(one, other)))
  const odds = isPossible ? identityOdds(bits, accounts) : 0
  oddsOf.set(first, (oddsOf.get(first) ?? new Map<Group, number>()).set(second, odds))
  return odds
}

function isClash(first: Group, second: Group): boolean {
  return first.some((one) => second.some((other) => one.profile.platform === other.profile.platform))
}

function groupWith({ groupOf }: Joining, account: ProfileFeatures): Group {
  return groupOf.get(account) ?? []
}
