import type { AuthorProfile } from './author-profile.ts'
import { compareProfiles, type Evidence } from './compare-profiles.ts'
import { identityProbability } from './identity-probability.ts'
import { candidatePairs } from './candidate-pairs.ts'
import { countCorpus, type ProfileCorpus } from './profile-corpus.ts'
import { readFeatures, type ProfileFeatures } from './profile-features.ts'

/** From this probability on two accounts are proposed to be one person's. */
export const PROPOSED_FROM = 0.85
/** Of two accounts on one platform that may both be a person's, one has to be this much likelier (in bits) to be proposed. */
const LEAD_BITS = 4
/** Kinds of evidence that hold together an account and a person by themselves; any other needs a second beside it. */
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

/**
 * Which of these accounts are likely one person's: two by two, on different platforms, the surest first. Only accounts that have
 * something in common are looked at, so the work grows with them and not with their square. A name alone is never enough.
 */
export function proposeIdentities(profiles: readonly AuthorProfile[]): IdentityProposal[] {
  const all = profiles.map(readFeatures)
  const corpus = countCorpus(all)
  const likely = candidatePairs(all).flatMap(([first, second]) => {
    const proposal = weigh(first, second, corpus)
    return proposal.probability >= PROPOSED_FROM && isHeldTogether(proposal.evidence) ? [proposal] : []
  })
  return withoutRivals(likely, all).toSorted(
    (one, other) =>
      other.bits - one.bits || one.first.localeCompare(other.first) || one.second.localeCompare(other.second),
  )
}

/** What speaks for two profiles being one person's, and how likely they are. */
export function weigh(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): IdentityProposal {
  const evidence = compareProfiles(first, second, corpus)
  const bits = evidence.reduce((sum, part) => sum + part.bits, 0)
  return {
    first: first.profile.id,
    second: second.profile.id,
    bits,
    probability: identityProbability(bits, corpus.size),
    evidence,
  }
}

function isHeldTogether(evidence: readonly Evidence[]): boolean {
  const speaking = evidence.filter(({ bits }) => bits >= 1.5)
  return speaking.some(({ kind }) => ENOUGH_ALONE.has(kind)) || speaking.length > 1
}

/** Hardly anybody has two accounts on one platform: of two that would fit, the clearly better one is proposed, or none. */
function withoutRivals(likely: readonly IdentityProposal[], all: readonly ProfileFeatures[]): IdentityProposal[] {
  const platformOf = new Map(all.map(({ profile }) => [profile.id, profile.platform]))
  const best = new Map<string, number[]>()
  const placesOf = ({ first, second }: IdentityProposal) => [
    `${first} ${platformOf.get(second) ?? ''}`,
    `${second} ${platformOf.get(first) ?? ''}`,
  ]
  for (const proposal of likely) {
    for (const place of placesOf(proposal)) best.set(place, [...(best.get(place) ?? []), proposal.bits])
  }
  return likely.filter((proposal) =>
    placesOf(proposal).every((place) => {
      const rivals = best.get(place) ?? []
      return rivals.length < 2 || rivals.filter((bits) => bits > proposal.bits - LEAD_BITS).length === 1
    }),
  )
}
