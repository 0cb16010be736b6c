import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import type { ProjectSources } from '../sources/project-sources.ts'
import type { WatchName } from './watch-store.ts'

/** As many of a signal's questions are asked again and again; more bring the same posts. */
const QUERIES_MAX = 2

interface Listening {
  projectId: string
  places: readonly ProjectSources[]
  /** Platforms that tell all in a stream. */
  streamed: readonly string[]
  /** Whether a source tells what is said there in a stream to whoever has a key. */
  hears(this: void, platform: string, source: string): boolean
}

/**
 * What a project with these places and monitored signals listens to: platforms that tell all in a stream are heard; places
 * that can be read whole are, once for all signals; of the others each signal's best questions are asked. What is asked or
 * heard with the project's own key is for it alone. What is heard is asked for too, for what a stream may miss.
 */
export function planWatches(project: Listening, briefs: readonly Brief[]): WatchName[] {
  if (briefs.length === 0) return []
  const whole = { source: '', query: '', way: 'stream' as const, keyProjectId: null }
  const streams = project.streamed.map((platform) => ({ platform, ...whole }))
  return [...streams, ...planOwnStreams(project), ...planPolls(project, briefs)]
}

function planOwnStreams({ projectId, places, hears }: Listening): WatchName[] {
  return places
    .filter(({ usesOwnKey }) => usesOwnKey)
    .flatMap(({ platform, sources }) =>
      (sources ?? [])
        .filter((source) => hears(platform, source))
        .map((source) => ({ platform, source, query: '', way: 'stream' as const, keyProjectId: projectId })),
    )
}

function planPolls({ projectId, places }: Listening, briefs: readonly Brief[]): WatchName[] {
  const queries = briefs.flatMap((brief) => planBrief(brief).searchQueries.slice(0, QUERIES_MAX))
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

function isReadWhole({ reading, isListed }: ProjectSources): boolean {
  return reading !== 'search' || isListed === true
}
