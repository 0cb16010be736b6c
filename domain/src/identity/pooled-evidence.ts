import type { Evidence, EvidenceKind } from './compare-profiles.ts'

/** Kinds that say much the same. What several accounts show of one family is not added up. */
const FAMILIES: Record<EvidenceKind, string> = {
  links_each_other: 'link',
  verified_link: 'link',
  links_to: 'link',
  mentions: 'link',
  same_email: 'email',
  same_site: 'site',
  other_site: 'site',
  same_avatar: 'avatar',
  same_handle: 'name',
  similar_handle: 'name',
  handle_of_name: 'name',
  same_name: 'name',
  other_name: 'name',
  other_handle: 'handle',
  same_bio: 'bio',
  similar_bio: 'bio',
  other_bio: 'bio',
  same_town: 'town',
  other_town: 'town',
  same_company: 'company',
  other_company: 'company',
  parody: 'kind',
  team: 'kind',
  through_third: 'third',
}
const SHARES_HANDLE = new Set<EvidenceKind>(['same_handle', 'similar_handle', 'handle_of_name'])

/**
 * Weighs two people with several accounts each, from what any two of these show: per family the strongest evidence for
 * and the strongest against, once each. So one account's name and another's site count together.
 */
export function poolEvidence(pairs: readonly (readonly Evidence[])[]): readonly Evidence[] {
  const [only] = pairs
  if (only && pairs.length === 1) return only
  const speaking = new Map<string, Evidence[]>()
  const against = new Map<string, Evidence>()
  for (const evidence of pairs) {
    for (const part of evidence.filter(({ bits }) => bits < 0)) {
      const family = FAMILIES[part.kind]
      if (part.bits < (against.get(family)?.bits ?? 0)) against.set(family, part)
    }
    const families = Map.groupBy(
      evidence.filter(({ bits }) => bits > 0),
      ({ kind }) => FAMILIES[kind],
    )
    for (const [family, parts] of families) {
      if (sumOfBits(parts) > sumOfBits(speaking.get(family) ?? [])) speaking.set(family, parts)
    }
  }
  // People need not have the same handle on every platform.
  if (speaking.get('name')?.some(({ kind }) => SHARES_HANDLE.has(kind))) against.delete('handle')
  return [...[...speaking.values()].flat(), ...against.values()]
}

export function sumOfBits(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { bits }) => sum + bits, 0)
}
