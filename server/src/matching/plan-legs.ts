import type { NewLeg } from './search-store.ts'

/** Words that go to a platform's own search, best first; more queries than this bring the same posts again. */
const QUERIES_MAX = 5
const POSTS_PER_QUERY_MAX = 2_000
/** How many of a platform's newest posts are read whatever their words, for those that say it in words of their own. */
const POSTS_PER_SWEEP_MAX = 6_000

export interface Listening {
  platform: string
  /** Sites or feeds to ask one by one; null where the platform is one place. */
  sources: readonly string[] | null
  /** `search` takes words; `feed` is read whole; `sweep` takes words and can also be read whole. */
  reading: 'search' | 'feed' | 'sweep'
}

/** Which questions a search puts to which sources, in the order in which they are asked. */
export function planLegs(searchQueries: readonly string[], places: readonly Listening[]): NewLeg[] {
  const queries = searchQueries.slice(0, QUERIES_MAX)
  const asked = places.flatMap((place) =>
    place.reading === 'feed' ? [] : queries.flatMap((words) => legsOf(place, words, POSTS_PER_QUERY_MAX)),
  )
  const read = places.flatMap((place) => (place.reading === 'search' ? [] : legsOf(place, '', POSTS_PER_SWEEP_MAX)))
  return [...asked, ...read]
}

function legsOf(place: Listening, words: string, postsMax: number): NewLeg[] {
  const query = { words, phrases: [], exclude: [], postsMax }
  return (place.sources ?? [null]).map((source) => ({ platform: place.platform, source, query }))
}
