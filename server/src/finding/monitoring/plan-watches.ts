import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import type { ProjectSources } from '../sources/project-sources.ts'
import type { WatchName } from './watch-store.ts'

/** So many queries of a signal are polled; more would bring the same posts. */
const QUERIES_MAX = 2
/** Each name brings posts of its own, but all of a platform's queries share its limits. */
const NAMED_QUERIES_MAX = 10

interface Listening {
  projectId: string
  platformSources: readonly ProjectSources[]
  /** Platforms that one stream covers completely. */
  streamed: readonly string[]
  /** Whether a source can be streamed by whoever has a key. */
  canListenTo(this: void, platform: string, source: string): boolean
  /** Whether a source is searched for words and cannot be listed. */
  takesWords(this: void, platform: string, source: string): boolean
}

/**
 * Plans what a project with these sources and monitored signals listens to. Platforms with a full stream are streamed,
 * sources that can be read whole are polled once for all signals, and others get each signal's best queries. Watches
 * under the project's own key are its alone. Streams are polled too, for what they may miss.
 */
export function planWatches(project: Listening, briefs: readonly Brief[]): WatchName[] {
  if (briefs.length === 0) return []
  const whole = { source: '', query: '', way: 'stream' as const, keyProjectId: null }
  const streams = project.streamed.map((platform) => ({ platform, ...whole }))
  return [...streams, ...planOwnStreams(project), ...planPolls(project, briefs)]
}

function planOwnStreams({ projectId, platformSources, canListenTo }: Listening): WatchName[] {
  return platformSources
    .filter(({ usesOwnKey }) => usesOwnKey)
    .flatMap(({ platform, sources }) =>
      (sources ?? [])
        .filter((source) => canListenTo(platform, source))
        .map((source) => ({ platform, source, query: '', way: 'stream' as const, keyProjectId: projectId })),
    )
}

function planPolls({ projectId, platformSources, takesWords }: Listening, briefs: readonly Brief[]): WatchName[] {
  const queries = briefs.flatMap((brief) => {
    const most = brief.kind === 'name' ? NAMED_QUERIES_MAX : QUERIES_MAX
    return planBrief(brief).watchQueries.slice(0, most)
  })
  const asked = [...new Set(queries)]
  const watches = platformSources.flatMap((place) =>
    (place.sources ?? ['']).flatMap((source) =>
      (isReadWhole(place) && !takesWords(place.platform, source) ? [''] : asked).map((query) => ({
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
