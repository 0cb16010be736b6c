import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { NewLeg } from './insert-legs.ts'

/** Queries sent to a platform's own search, best first; more would bring the same posts again. */
const QUERIES_MAX = 5
const POSTS_PER_QUERY_MAX = 2_000
/** How many of a platform's newest posts are read without a query, to catch those in unexpected words. */
const POSTS_PER_SWEEP_MAX = 6_000

/** Plans which queries a search sends to which sources, in order. */
export function planLegs(searchQueries: readonly string[], platformSources: readonly PlatformSources[]): NewLeg[] {
  const queries = searchQueries.slice(0, QUERIES_MAX)
  const asked = platformSources.flatMap((place) =>
    place.reading === 'list' ? [] : queries.flatMap((words) => legsOf(place, words, POSTS_PER_QUERY_MAX)),
  )
  const read = platformSources.flatMap((place) =>
    place.reading === 'search' ? [] : legsOf(place, '', POSTS_PER_SWEEP_MAX),
  )
  return [...asked, ...read]
}

function legsOf(place: PlatformSources, words: string, usualMax: number): NewLeg[] {
  const postsMax = Math.min(place.postsMax ?? usualMax, usualMax)
  const query = { words, phrases: [], exclude: [], postsMax }
  return (place.sources ?? [null]).map((source) => ({ platform: place.platform, source, query }))
}
