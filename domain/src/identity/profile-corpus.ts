import type { ProfileFeatures } from './profile-features.ts'

/** How often all profiles together show each thing. What many share says little about two. */
export interface ProfileCorpus {
  size: number
  /** How many have the name, and how many of them the given or the family name. */
  givenNames: Counts
  familyNames: Counts
  named: number
  fullNames: Counts
  towns: Counts
  located: number
  companies: Counts
  words: Counts
  bios: Counts
  avatars: Counts
  emails: Counts
  sites: Counts
  /** Sites that two accounts of one platform show, so nobody's own. */
  sharedSites: ReadonlySet<string>
  /** How many profiles claim an account as their own. */
  claims: Counts
  /** How many different handles begin, or end, with something. */
  beginnings: Counts
  ends: Counts
  stems: number
}

const PART_MAX = 16

export type Counts = ReadonlyMap<string, number>

export function countCorpus(all: readonly ProfileFeatures[]): ProfileCorpus {
  const values = (list: (features: ProfileFeatures) => Iterable<string | null | undefined>) => countValues(all, list)
  const sitesByPlatform = values(({ sites, profile }) => [...sites].map((site) => `${profile.platform} ${site}`))
  return {
    size: all.length,
    givenNames: values(({ name }) => [name?.given]),
    familyNames: values(({ name }) => [name?.family]),
    named: all.filter(({ name }) => name !== undefined).length,
    fullNames: values(({ name }) => [name && fullName(name)]),
    towns: values(({ town }) => [town]),
    located: all.filter(({ town }) => town !== null).length,
    companies: values(({ company }) => [company]),
    words: values(({ words }) => words),
    bios: values(({ bio }) => [bio === '' ? null : bio]),
    avatars: values(({ profile }) => [profile.avatarHash]),
    emails: values(({ profile }) => [profile.emailHash]),
    sites: values(({ sites }) => sites),
    sharedSites: new Set(
      [...sitesByPlatform].filter(([, count]) => count > 1).map(([key]) => key.slice(key.indexOf(' ') + 1)),
    ),
    claims: values(({ ownAccounts }) => ownAccounts.keys()),
    ...countParts(new Set(all.flatMap(({ stem }) => stem ?? []))),
  }
}

/**
 * Counts how many handles begin or end with each part. A handle made of parts that others use is only as rare as those
 * parts together.
 */
function countParts(stems: ReadonlySet<string>): Pick<ProfileCorpus, 'beginnings' | 'ends' | 'stems'> {
  const beginnings = new Map<string, number>()
  const ends = new Map<string, number>()
  const add = (counts: Map<string, number>, part: string) => counts.set(part, (counts.get(part) ?? 0) + 1)
  for (const stem of stems) {
    for (let position = 1; position < Math.min(stem.length, PART_MAX); position += 1) {
      add(beginnings, stem.slice(0, position))
      add(ends, stem.slice(-position))
    }
  }
  return { beginnings, ends, stems: stems.size }
}

/** Null if only one name is given. */
export function fullName({ given, family }: { given: string; family: string | null }): string | null {
  return family === null ? null : `${given} ${family}`
}

function countValues(
  all: readonly ProfileFeatures[],
  list: (features: ProfileFeatures) => Iterable<string | null | undefined>,
): Counts {
  const counts = new Map<string, number>()
  for (const features of all) {
    for (const value of list(features)) {
      if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  return counts
}
