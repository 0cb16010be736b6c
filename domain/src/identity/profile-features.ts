import type { AuthorProfile } from './author-profile.ts'
import { handleStem, plainHandle } from './handle-rarity.ts'
import { plainWords, readName, type PersonName } from './person-name.ts'
import { accountKey, findAddresses, readAddress, type ProfileAddress } from './profile-address.ts'

/** A profile prepared for comparison: read once, compared many times. */
export interface ProfileFeatures {
  profile: AuthorProfile
  /** The key of a link to this profile; null if the platform only numbers people. */
  accountKey: string | null
  handle: string | null
  stem: string | null
  /** Undefined if the display name is none, or only the handle. */
  name: PersonName | undefined
  /** Accounts it claims as its own, by key, and whether the platform vouches for that. */
  ownAccounts: ReadonlyMap<string, 'said' | 'verified'>
  /** Accounts it names without claiming them. */
  namedAccounts: ReadonlySet<string>
  sites: ReadonlySet<string>
  /** The sites that a platform has found to be the author's: they link back, or are their domain. */
  verifiedSites: ReadonlySet<string>
  words: ReadonlySet<string>
  bio: string
  town: string | null
  company: string | null
  isParody: boolean
  isTeam: boolean
}

const PARODY = /\b(?:parody|satire|not affiliated|unaffiliated|unofficial|fan account|impersonat\w+|not the real)\b/u
const TEAM =
  /\b(?:official (?:account|handle|page)|we (?:build|are|make|help)|news from|the team (?:at|behind|of)|account of the)\b/u
/** Words before an address that say it is somebody else's, or a project. */
const SOMEBODY_ELSES =
  /\b(?:to|of|from|with|by|use|using|love|follow|via|for|at|thanks|hire|ask|contact|friend|fan|maintain(?:s|er)?|contribut\w+|work(?:s|ing)? on|not)\W*$/u

export function readFeatures(profile: AuthorProfile): ProfileFeatures {
  const bio = plainWords(profile.bio ?? '')
  const addresses = collectAddresses(profile)
  const handle = profile.handle === null ? null : plainHandle(comparedHandle(profile))
  // Two words that make the handle are still a name.
  const isNameHandle = handle !== null && plainWords(profile.displayName ?? '').trim() === handle
  return {
    profile,
    accountKey: keyOf(profile),
    handle,
    stem: handle === null ? null : handleStem(handle),
    name: isNameHandle ? undefined : readName(profile.displayName),
    ...addresses,
    words: new Set(bio.match(/[\p{L}\d+#.]{2,}/gu) ?? []),
    bio: bio.replaceAll(/\s+/gu, ' ').trim(),
    town: readTown(profile.location),
    company: readCompany(profile.company, bio),
    isParody: PARODY.test(bio) || PARODY.test(plainWords(profile.displayName ?? '')),
    isTeam: TEAM.test(bio),
  }
}

function keyOf({ platform, handle, number, host }: AuthorProfile): string | null {
  const name = handle === null ? number : plainHandle(handle)
  return name === null ? null : accountKey(platform, name, host)
}

/** On Bluesky a domain can be a handle, and its owner had to prove it. The name in it is what other platforms know. */
function ownDomain({ platform, handle }: AuthorProfile): string | undefined {
  const plain = plainHandle(handle ?? '')
  return platform === 'bluesky' && plain.includes('.') ? plain : undefined
}

function comparedHandle(profile: AuthorProfile): string {
  return ownDomain(profile)?.split('.')[0] ?? profile.handle ?? ''
}

type Addresses = Pick<ProfileFeatures, 'ownAccounts' | 'namedAccounts' | 'sites' | 'verifiedSites'>

function collectAddresses(profile: AuthorProfile): Addresses {
  const ownAccounts = new Map<string, 'said' | 'verified'>()
  const namedAccounts = new Set<string>()
  const domain = ownDomain(profile)
  const sites = new Set(domain === undefined ? [] : [domain])
  const verifiedSites = new Set(sites)
  const note = (address: ProfileAddress | undefined, how: 'said' | 'verified' | 'named') => {
    if (address?.kind === 'site' && how !== 'named') {
      sites.add(address.key)
      if (how === 'verified') verifiedSites.add(address.key)
    }
    if (address?.kind !== 'account') return
    const key = accountKey(address.platform, address.handle, address.host)
    if (how === 'named') namedAccounts.add(key)
    else if (ownAccounts.get(key) !== 'verified') ownAccounts.set(key, how)
  }
  for (const link of profile.links) note(readAddress(link), 'said')
  for (const link of profile.verifiedLinks) note(readAddress(link), 'verified')
  for (const { address, before } of findAddresses(profile.bio ?? '')) {
    note(address, SOMEBODY_ELSES.test(before.toLowerCase()) ? 'named' : 'said')
  }
  return { ownAccounts, namedAccounts, sites, verifiedSites }
}

/** The first part of a location: the town, if people write one. */
function readTown(location: string | null): string | null {
  const town = plainWords(location ?? '')
    .split(/[,/|(]/u)[0]
    ?.replaceAll(/[^\p{L}\s]/gu, '')
    .trim()
  return town === undefined || town === '' || town === 'remote' || town === 'earth' ? null : town
}

function readCompany(company: string | null, bio: string): string | null {
  const named = company ?? /(?:\bat|@)\s+([\p{L}\d][\p{L}\d&-]*)/u.exec(bio)?.[1] ?? null
  const plain = plainWords(named ?? '').replaceAll(/[^\p{L}\d]/gu, '')
  return plain === '' ? null : plain
}
