import type { AuthorProfile } from './author-profile.ts'
import { candidatePairs } from './candidate-pairs.ts'
import { compareProfiles, type Evidence } from './compare-profiles.ts'
import { identityProbability } from './identity-probability.ts'
import { joinAccounts, type Join } from './join-accounts.ts'
import { pairsOfJoins } from './pairs-of-joins.ts'
import { sumOfBits } from './pooled-evidence.ts'
import { countCorpus, type ProfileCorpus } from './profile-corpus.ts'
import { readFeatures, type ProfileFeatures } from './profile-features.ts'

/** The probability from which two accounts are proposed as one person's. */
export const PROPOSED_FROM = 0.8
const KEPT_FROM_BITS = 4
/** Kinds of evidence that connect an account and a person by themselves. Any other needs a second. */
const ENOUGH_ALONE = new Set([
  'links_each_other',
  'verified_link',
  'links_to',
  'same_email',
  'same_site',
  'same_handle',
])

export interface IdentityProposal {
  first: string
  second: string
  probability: number
  bits: number
  evidence: Evidence[]
}

/** What people have already decided about some accounts. */
export interface Decided {
  /** The person of each account, by the person's id; an account without one is alone. */
  personOf: ReadonlyMap<string, string>
  /** Pairs of accounts that belong to two people. */
  apart: readonly (readonly [string, string])[]
}

const NOTHING_DECIDED: Decided = { personOf: new Map(), apart: [] }

/**
 * Which of these accounts are likely one person's: pairs on different platforms, the surest first. Of three that are
 * likely one person's all pairs are proposed, even if two share little but the third. Only accounts that share
 * something are compared, so the work grows with them and not with their square. A name alone is never enough.
 */
export function proposeIdentities(
  profiles: readonly AuthorProfile[],
  decided: Decided = NOTHING_DECIDED,
): IdentityProposal[] {
  const all = profiles.map(readFeatures)
  const corpus = countCorpus(all)
  const evidenceOf = rememberEvidence(corpus)
  const joins = joinAccounts({
    groups: [...Map.groupBy(all, ({ profile }) => decided.personOf.get(profile.id) ?? profile.id).values()],
    candidates: candidatePairs(all),
    isApart: readApart(decided),
    evidenceOf,
    isHeldTogether,
    accounts: corpus.size,
    probabilityMin: PROPOSED_FROM,
  })
  return proposePairs(joins, decided, { evidenceOf, accounts: corpus.size }).toSorted(
    (one, other) =>
      other.bits - one.bits || one.first.localeCompare(other.first) || one.second.localeCompare(other.second),
  )
}

/** The evidence that two profiles give by themselves, and the probability that follows. */
export function weigh(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): IdentityProposal {
  const evidence = compareProfiles(first, second, corpus)
  const bits = sumOfBits(evidence)
  const probability = identityProbability(bits, corpus.size)
  return { first: first.profile.id, second: second.profile.id, bits, probability, evidence }
}

function proposePairs(
  joins: readonly Join[],
  { personOf }: Decided,
  weighing: Omit<Parameters<typeof pairsOfJoins>[1], 'isEnough'>,
): IdentityProposal[] {
  const isEnough = (evidence: readonly Evidence[], probability: number) =>
    isHeldTogether(evidence) && probability >= PROPOSED_FROM
  const surest = new Map<string, IdentityProposal>()
  for (const { first, second, probability, evidence } of pairsOfJoins(joins, { ...weighing, isEnough })) {
    if (probability < PROPOSED_FROM) continue
    const [one, other] = [first.profile.id, second.profile.id]
    const proposal = { first: one, second: other, probability, bits: sumOfBits(evidence), evidence }
    // Two people are proposed once, however many accounts each has.
    const people = [one, other]
      .map((id) => personOf.get(id) ?? id)
      .toSorted()
      .join(' ')
    if (proposal.bits > (surest.get(people)?.bits ?? 0)) surest.set(people, proposal)
  }
  return [...surest.values()]
}

function isHeldTogether(evidence: readonly Evidence[]): boolean {
  const speaking = evidence.filter(({ bits }) => bits >= 1.5)
  return speaking.some(({ kind }) => ENOUGH_ALONE.has(kind)) || speaking.length > 1
}

function readApart({ apart }: Decided): (first: ProfileFeatures, second: ProfileFeatures) => boolean {
  const pairs = new Set(apart.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]))
  return (first, second) => pairs.has(`${first.profile.id} ${second.profile.id}`)
}

/**
 * Pairs that share something meet again as groups grow, so their evidence is kept. Weak pairs are weighed again
 * instead.
 */
function rememberEvidence(
  corpus: ProfileCorpus,
): (first: ProfileFeatures, second: ProfileFeatures) => readonly Evidence[] {
  const known = new Map<ProfileFeatures, Map<ProfileFeatures, readonly Evidence[]>>()
  return (first, second) => {
    const found = known.get(first)?.get(second) ?? known.get(second)?.get(first)
    if (found) return found
    const evidence = compareProfiles(first, second, corpus)
    if (sumOfBits(evidence) < KEPT_FROM_BITS) return evidence
    known.set(first, (known.get(first) ?? new Map<ProfileFeatures, readonly Evidence[]>()).set(second, evidence))
    return evidence
  }
}
