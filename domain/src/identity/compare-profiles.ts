import { compareBios, compareCompanies, compareSites, compareTowns } from './compare-circumstances.ts'
import { compareHandles, compareNames } from './compare-names.ts'
import { isLikelyImpersonation } from './handle-rarity.ts'
import type { ProfileCorpus } from './profile-corpus.ts'
import type { ProfileFeatures } from './profile-features.ts'

export type EvidenceKind =
  | 'links_each_other'
  | 'verified_link'
  | 'links_to'
  | 'mentions'
  | 'same_email'
  | 'same_site'
  | 'same_avatar'
  | 'same_handle'
  | 'similar_handle'
  | 'handle_of_name'
  | 'other_handle'
  | 'same_name'
  | 'other_name'
  | 'same_bio'
  | 'similar_bio'
  | 'other_bio'
  | 'same_town'
  | 'other_town'
  | 'same_company'
  | 'other_company'
  | 'other_site'
  | 'parody'
  | 'team'
  | 'through_third'

/** One thing that speaks for two accounts being one person's, or against it if `bits` is below zero. */
export interface Evidence {
  kind: EvidenceKind
  /** In powers of two: how many times likelier one person shows this than two do. */
  bits: number
  /** What it is about: the handle, the site, the name. */
  about: string
  /** For a link: the platform whose profile has it. For a third account: its platform. */
  from?: string
}

/** Everything that speaks for and against two profiles being one person's, the strongest first. */
export function compareProfiles(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  const names = compareNames(first, second, corpus)
  const evidence = [
    ...compareLinks(first, second, corpus),
    ...compareKeys(first, second, corpus),
    ...compareSites(first, second, corpus),
    ...names,
    ...compareHandles(first, second, { corpus, names }),
    ...compareBios(first, second, corpus),
    ...compareTowns(first, second, corpus),
    ...compareCompanies(first, second, corpus),
    ...compareKinds(first, second),
  ]
  return evidence.toSorted((one, other) => Math.abs(other.bits) - Math.abs(one.bits))
}

/** A link counts more if both sides say so, and less if many claim one account. */
function compareLinks(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  const there = linkTo(first, second)
  const back = linkTo(second, first)
  const claimed = Math.max(claimsOf(first, corpus), claimsOf(second, corpus))
  const shared = claimed > 3 ? 8 : 0
  const about = (to: ProfileFeatures) => to.handle ?? ''
  if (there === 'verified' || back === 'verified') {
    const to = there === 'verified' ? second : first
    const from = there === 'verified' ? first : second
    return [{ kind: 'verified_link', bits: 26, about: about(to), from: from.profile.platform }]
  }
  if (there === 'said' && back === 'said') return [{ kind: 'links_each_other', bits: 24, about: about(second) }]
  if (there === 'said')
    return [{ kind: 'links_to', bits: 16 - shared, about: about(second), from: first.profile.platform }]
  if (back === 'said')
    return [{ kind: 'links_to', bits: 16 - shared, about: about(first), from: second.profile.platform }]
  if (there === 'named') return [{ kind: 'mentions', bits: 2, about: about(second), from: first.profile.platform }]
  if (back === 'named') return [{ kind: 'mentions', bits: 2, about: about(first), from: second.profile.platform }]
  return []
}

function linkTo(from: ProfileFeatures, to: ProfileFeatures): 'verified' | 'said' | 'named' | undefined {
  if (to.accountKey === null) return undefined
  return from.ownAccounts.get(to.accountKey) ?? (from.namedAccounts.has(to.accountKey) ? 'named' : undefined)
}

function claimsOf({ accountKey }: ProfileFeatures, { claims }: ProfileCorpus): number {
  return accountKey === null ? 0 : (claims.get(accountKey) ?? 0)
}

function compareKeys(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  const { emailHash, avatarHash } = first.profile
  const evidence: Evidence[] = []
  if (emailHash !== null && emailHash === second.profile.emailHash) {
    const isShared = (corpus.emails.get(emailHash) ?? 0) > 4
    evidence.push({ kind: 'same_email', bits: isShared ? 4 : 18, about: '' })
  }
  if (avatarHash !== null && avatarHash === second.profile.avatarHash) {
    const isShared = (corpus.avatars.get(avatarHash) ?? 0) > 4
    // An impersonator copies the picture first.
    evidence.push({ kind: 'same_avatar', bits: isShared || isPlayed(first, second) ? 2 : 12, about: '' })
  }
  return evidence
}

function isPlayed({ handle: one }: ProfileFeatures, { handle: other }: ProfileFeatures): boolean {
  return one !== null && other !== null && one !== other && isLikelyImpersonation(one) !== isLikelyImpersonation(other)
}

/** An account that plays somebody, or speaks for many, is not them, however alike the two look. */
function compareKinds(first: ProfileFeatures, second: ProfileFeatures): Evidence[] {
  const evidence: Evidence[] = []
  if (first.isParody || second.isParody) evidence.push({ kind: 'parody', bits: -40, about: '' })
  if (first.isTeam !== second.isTeam) evidence.push({ kind: 'team', bits: -30, about: '' })
  return evidence
}
