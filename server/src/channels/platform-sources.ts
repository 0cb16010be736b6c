/** What is read on one platform, and how. Another way of reading is another place of the same platform. */
export interface PlatformSources {
  platform: string
  /** The sources read one by one for every project; null where the platform is read as a whole. */
  sources: readonly string[] | null
  /** `search` takes words; `list` can only be read whole. */
  reading: 'search' | 'list'
  /** The most posts one query may bring; absent where only its pages are limited. */
  postsMax?: number
  /** The most pages that one search may read here; the search's own limit where absent. */
  pagesMax?: number
  /** It can be asked for posts with the words in their title. */
  takesTitles?: boolean
  /** Posts' communities can be searched and listed by themselves. */
  hasCommunities?: boolean
  /**
   * What a project can add there: addresses, which may be private, or public names. Absent where nothing can be added.
   */
  own?: 'addresses' | 'names'
  /** A search asks by words, but monitoring can list everything new at little cost. */
  isListed?: boolean
  /** How many requests a day monitoring may make to the platform, where that is a limit. */
  pollsPerDay?: number
  /** Too slow for somebody who waits. */
  isSlow?: boolean
  /** The key's owner pays for every post that is read, so only requested posts are. */
  isPaid?: boolean
  /** Whether a project can use its own key; `required` where nothing works without one. Absent where it cannot. */
  ownKey?: 'required' | 'optional'
  /** The platform shows its posts only to those with a key, so no project sees what others read. */
  isPrivate?: boolean
  /** What whoever turns it on must know besides the platform's rules. */
  notice?: string
  /** The installation has a key, used where a project has none. */
  hasInstallationKey?: boolean
  /** Off until a project turns it on and agrees to the platform's rules. */
  isOffAtFirst?: boolean
}

/** A source a project added: `externalId` is its id at the platform's channel. */
export interface OwnSource {
  platform: string
  externalId: string
}

/** The places of an installation with a project's own sources filled in. */
export function withOwnSources<P extends PlatformSources>(
  platformSources: readonly P[],
  own: readonly OwnSource[],
): P[] {
  return platformSources.map((place) => {
    const added = own.filter(({ platform }) => place.own !== undefined && platform === place.platform)
    return added.length === 0
      ? place
      : { ...place, sources: [...(place.sources ?? []), ...added.map(({ externalId }) => externalId)] }
  })
}
