import { planSignal } from '../matching/plan.ts'
import type { ProjectPlace } from '../sources/project-places.ts'
import type { WatchName } from './watch-store.ts'

/** As many of a signal's questions are asked again and again; more bring the same posts. */
const QUERIES_MAX = 2

/**
 * What a project with these places and monitored wordings listens to: places that can be read whole are, once for all
 * signals; of the others each signal's best questions are asked. What is asked with the project's own key is asked for it
 * alone.
 */
export function planWatches(
  projectId: string,
  places: readonly ProjectPlace[],
  wordings: readonly string[],
): WatchName[] {
  if (wordings.length === 0) return []
  const queries = wordings.flatMap((wording) => planSignal(wording).searchQueries.slice(0, QUERIES_MAX))
  const asked = [...new Set(queries)]
  const watches = places.flatMap((place) =>
    (place.sources ?? ['']).flatMap((source) =>
      (isReadWhole(place) ? [''] : asked).map((query) => ({
        platform: place.platform,
        source,
        query,
        way: 'poll' as const,
        keyProjectId: place.usesOwnKey ? projectId : null,
      })),
    ),
  )
  return [...new Map(watches.map((watch) => [JSON.stringify(watch), watch])).values()]
}

function isReadWhole({ reading, isListed }: ProjectPlace): boolean {
  return reading !== 'search' || isListed === true
}
