import type { Evidence } from './compare-profiles.ts'
import { bitsOfProbability, identityProbability } from './identity-probability.ts'
import type { Join } from './join-accounts.ts'
import { sumOfBits } from './pooled-evidence.ts'
import type { ProfileFeatures } from './profile-features.ts'

export interface LikelyPair {
  first: ProfileFeatures
  second: ProfileFeatures
  probability: number
  evidence: Evidence[]
}

interface Weighing {
  evidenceOf: (first: ProfileFeatures, second: ProfileFeatures) => readonly Evidence[]
  accounts: number
  /** Whether two accounts need no third to connect them. */
  isEnough: (evidence: readonly Evidence[], probability: number) => boolean
}

/** A probability just below one, so that it has finite bits. */
const CERTAIN = 1 - 1e-9

/**
 * Every two accounts that were joined, with their probability: that of the two that connect both sides, times how
 * likely each belongs to its own. If two do not show enough by themselves, the third between them is named.
 */
export function pairsOfJoins(joins: readonly Join[], weighing: Weighing): LikelyPair[] {
  const probabilityOf = new Map<ProfileFeatures, Map<ProfileFeatures, number>>()
  const note = (first: ProfileFeatures, second: ProfileFeatures, probability: number) =>
    probabilityOf.set(first, (probabilityOf.get(first) ?? new Map<ProfileFeatures, number>()).set(second, probability))
  // Accounts together without a join are one person's by decision.
  const within = (first: ProfileFeatures, second: ProfileFeatures) =>
    probabilityOf.get(first)?.get(second) ?? probabilityOf.get(second)?.get(first) ?? 1
  return joins.flatMap((join) => {
    const pairs = join.first.flatMap((first) => join.second.map((second) => ({ first, second })))
    const bridge = strongest(pairs, ({ first, second }) => sumOfBits(weighing.evidenceOf(first, second)))
    return pairs.map(({ first, second }) => {
      const onTheWay = bridge ? within(first, bridge.first) * within(second, bridge.second) : 1
      const probability = join.probability * onTheWay
      note(first, second, probability)
      const evidence = withThird(weighing, { first, second, probability }, findThird(weighing, join, { first, second }))
      return { first, second, probability, evidence }
    })
  })
}

/** The joined account with the strongest tie to the one on the other side. */
function findThird(
  { evidenceOf }: Weighing,
  join: Join,
  { first, second }: { first: ProfileFeatures; second: ProfileFeatures },
): ProfileFeatures | undefined {
  const thirds = [
    ...join.first.filter((each) => each !== first).map((third) => ({ third, evidence: evidenceOf(third, second) })),
    ...join.second.filter((each) => each !== second).map((third) => ({ third, evidence: evidenceOf(first, third) })),
  ]
  return strongest(thirds, ({ evidence }) => sumOfBits(evidence))?.third
}

function strongest<T>(list: readonly T[], bitsOf: (each: T) => number): T | undefined {
  return list.toSorted((one, other) => bitsOf(other) - bitsOf(one))[0]
}

function withThird(
  { evidenceOf, accounts, isEnough }: Weighing,
  { first, second, probability }: Omit<LikelyPair, 'evidence'>,
  third: ProfileFeatures | undefined,
): Evidence[] {
  const own = [...evidenceOf(first, second)]
  const ownBits = sumOfBits(own)
  if (!third || isEnough(own, identityProbability(ownBits, accounts))) return own
  const bits = Math.max(1, bitsOfProbability(Math.min(CERTAIN, probability), accounts) - ownBits)
  const { platform, handle, displayName } = third.profile
  const through: Evidence = { kind: 'through_third', bits, about: handle ?? displayName ?? '', from: platform }
  return [...own, through].toSorted((one, other) => Math.abs(other.bits) - Math.abs(one.bits))
}
