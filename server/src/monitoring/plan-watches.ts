import type { Place } from '../channels/places.ts'
import { planSignal } from '../matching/plan.ts'
import type { WatchName } from './watch-store.ts'

/** As many of a signal's questions are asked again and again; more bring the same posts. */
const QUERIES_MAX = 2

/**
 * What a project with these places and monitored wordings listens to: platforms that tell all in a stream are heard; places
 * that can be read whole are, once for all signals; of the others each signal's best questions are asked. What is heard
 * is asked for too where that can be, at longer intervals, for what a stream may miss.
 */
export function planWatches(
  places: readonly Place[],
  streamed: readonly string[],
  wordings: readonly string[],
): WatchName[] {
  if (wordings.length === 0) return []
  const heard = streamed.map((platform) => ({
    platform,
    source: '',
    query: '',
    way: 'stream' as const,
    keyProjectId: null,
  }))
  return [...heard, ...planPolls(places, wordings)]
}

function planPolls(places: readonly Place[], wordings: readonly string[]): WatchName[] {
  const queries = wordings.flatMap((wording) => planSignal(wording).searchQueries.slice(0, QUERIES_MAX))
  const asked = [...new Set(queries)]
  return places.flatMap((place) =>
    (place.sources ?? ['']).flatMap((source) =>
      (isReadWhole(place) ? [''] : asked).map((query) => ({
        platform: place.platform,
        source,
        query,
        way: 'poll' as const,
        keyProjectId: null,
      })),
    ),
  )
}

function isReadWhole({ reading, isListed }: Place): boolean {
  return reading !== 'search' || isListed === true
}
