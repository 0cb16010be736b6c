/** What is read on one platform, and how: by words, whole, or both. */
export interface PeerSources {
  platform: string
  sources: readonly string[] | null
  reading: 'search' | 'sweep' | 'list'
  postsMax?: number
}

export interface Leg {
  platform: string
  source: string | null
  query: { words: string; phrases: string[]; exclude: string[] }
  postsMax: number
}

/** Queries sent to a platform's own search, best first; more would bring the same posts again. */
const QUERIES_MAX = 5
const POSTS_PER_QUERY_MAX = 2_000
/** How many of a platform's newest posts are read without a query, to catch those in unexpected words. */
const POSTS_PER_SWEEP_MAX = 6_000

/** Plans which queries a search sends to which sources, in order. */
export function planLegs(searchQueries: readonly string[], sources: readonly PeerSources[]): Leg[] {
  const queries = searchQueries.slice(0, QUERIES_MAX)
  const asked = sources.flatMap((source) =>
    source.reading === 'list' ? [] : queries.flatMap((words) => legsOf(source, words, POSTS_PER_QUERY_MAX)),
  )
  const read = sources.flatMap((source) => (source.reading === 'search' ? [] : legsOf(source, '', POSTS_PER_SWEEP_MAX)))
  return [...asked, ...read]
}

function legsOf({ platform, sources, ...read }: PeerSources, words: string, usualMax: number): Leg[] {
  const postsMax = Math.min(read.postsMax ?? usualMax, usualMax)
  const query = { words, phrases: [], exclude: [] }
  return (sources ?? [null]).map((source) => ({ platform, source, query, postsMax }))
}
