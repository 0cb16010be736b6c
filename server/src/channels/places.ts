/** Where a search asks on one platform, and how. */
export interface Place {
  platform: string
  /** Sites to ask one by one; null where the platform is one place. A platform of feeds has the project's own. */
  sources: readonly string[] | null
  /** `search` takes words; `sweep` takes words and can also be read whole; `feed` can only be read whole. */
  reading: 'search' | 'sweep' | 'feed'
  /** How many posts one question may bring; left out where the planner's own measure holds. */
  postsMax?: number
}

/** The places of an installation with a project's feeds filled in. */
export function withFeeds(places: readonly Place[], feedUrls: readonly string[]): Place[] {
  return places.map((place) => (place.reading === 'feed' ? { ...place, sources: feedUrls } : place))
}
