/** Where a search asks on one platform, and how. What is read in another way there is another place of the platform. */
export interface PlatformSources {
  platform: string
  /** What to ask one by one for every project; null where the platform is one place. */
  sources: readonly string[] | null
  /** `search` takes words; `sweep` takes words and can also be read whole; `list` can only be read whole. */
  reading: 'search' | 'sweep' | 'list'
  /** How many posts one question may bring; left out where the planner's own measure holds. */
  postsMax?: number
  /**
   * What of it a project can listen to on its own: addresses, which may be known to those who entered them alone, or
   * names of what everybody sees. Left out where nothing can be added.
   */
  own?: 'addresses' | 'names'
  /** Although a search asks it by words, everything new there can be listed at little cost: monitoring does that. */
  isListed?: boolean
  /** How often a day monitoring may ask the platform in all, where that is less than it would. */
  pollsPerDay?: number
  /** Reading takes too long for somebody who waits. */
  isSlow?: boolean
  /** Whoever has the key pays for every post that is read, so only what somebody asked for is. */
  isPaid?: boolean
  /** That a project can ask with a key of its own; `required` where it is not asked without. Left out where it cannot. */
  ownKey?: 'required' | 'optional'
  /** The platform gives its posts to whoever has a key, not to everybody here: no project is shown what others read. */
  isPrivate?: boolean
  /** What whoever turns it on has to know besides the platform's rules. */
  notice?: string
  /** The installation has a key, which is asked with where a project has none. */
  hasInstallationKey?: boolean
  /** Off until a project turns it on and agrees to what the platform's rules ask. */
  isOffAtFirst?: boolean
}

/** What a project listens to on its own: `externalId` is the source as the platform's channel knows it. */
export interface OwnSource {
  platform: string
  externalId: string
}

/** The places of an installation with a project's own sources filled in. */
export function withOwnSources<P extends PlatformSources>(places: readonly P[], own: readonly OwnSource[]): P[] {
  return places.map((place) => {
    const added = own.filter(({ platform }) => place.own !== undefined && platform === place.platform)
    return added.length === 0
      ? place
      : { ...place, sources: [...(place.sources ?? []), ...added.map(({ externalId }) => externalId)] }
  })
}
