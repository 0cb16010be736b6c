import type { ChannelError } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FIRST_RETRY_MS = 30_000
const FIRST_LISTEN_RETRY_MS = 1_000
/** While a stream covers the same, polls only look for what it missed. */
const BACKFILL_EVERY_MS = 15 * MINUTE_MS
/** Where only a user's change can help, we check now and then whether it was made. */
const HOPELESS_RETRY_MS = 30 * MINUTE_MS
/** The longest wait, whatever a server asks for. */
const LONGEST_RETRY_MS = DAY_MS

/** Projects that share a platform's limits and have equally many watches there. */
export interface Load {
  /** How many watches each has; a watch shared by several projects counts in parts. */
  watches: number
  projects: number
  /** How many of these projects listen to the watch in question. */
  listening: number
}

/**
 * The interval between polls of a watch: the one wanted, at least fifteen minutes where a stream covers the same, and
 * longer where the platform's limits require it. Projects share those limits evenly, and what one leaves the others
 * use: a project with a thousand queries slows down only itself.
 */
export function pollEvery(
  { platformSources, everyMs }: { platformSources: readonly PlatformSources[]; everyMs: number },
  watch: { platform: string },
  { loads, isStreamed }: { loads: readonly Load[]; isStreamed: boolean },
): number {
  const perDay = pollsPerDayOf(platformSources, watch)
  const wantedMs = isStreamed ? Math.max(everyMs, BACKFILL_EVERY_MS) : everyMs
  const listening = loads.reduce((sum, load) => sum + load.listening, 0)
  if (perDay === undefined || listening === 0) return wantedMs
  const mostPerDay = DAY_MS / everyMs
  const share = shareOf(loads, { perDay, mostPerDay })
  // Each project pays for its part of a shared watch.
  const paid = loads.reduce((sum, load) => sum + load.listening * Math.min(mostPerDay, share / load.watches), 0)
  return Math.max(wantedMs, Math.ceil((listening * DAY_MS) / paid))
}

/** How many requests a day the platform allows in total; undefined where it sets no limit. */
export function pollsPerDayOf(
  platformSources: readonly PlatformSources[],
  { platform }: { platform: string },
): number | undefined {
  return platformSources.find((place) => place.platform === platform)?.pollsPerDay
}

/**
 * How far apart many new queries of one project first run: half of the platform's limit is left to the others. The
 * first poll reads what was posted meanwhile.
 */
export function firstPollsApart(platformSources: readonly PlatformSources[], watch: { platform: string }): number {
  const perDay = pollsPerDayOf(platformSources, watch)
  return perDay === undefined ? 0 : Math.ceil((2 * DAY_MS) / perDay)
}

/** How many polls a day each project gets; those that want fewer leave the rest to the others. */
function shareOf(loads: readonly Load[], { perDay, mostPerDay }: { perDay: number; mostPerDay: number }): number {
  let left = perDay
  let projects = loads.reduce((sum, load) => sum + load.projects, 0)
  for (const load of loads.toSorted((a, b) => a.watches - b.watches)) {
    const wanted = load.watches * mostPerDay
    if (wanted > left / projects) return left / projects
    left -= wanted * load.projects
    projects -= load.projects
  }
  return Infinity
}

/**
 * The wait after a failure: what the platform asks for, up to a day, or twice the last wait up to the usual interval.
 */
export function retryAfter(error: ChannelError, { failures, everyMs }: { failures: number; everyMs: number }): number {
  if (error.retryAfterMs === null) return HOPELESS_RETRY_MS
  const ourselvesMs = Math.min(everyMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 20))
  return Math.min(LONGEST_RETRY_MS, Math.max(error.retryAfterMs, ourselvesMs))
}

/**
 * The same for a stream that ended: a second, then twice as long each time, and longer where a server that answers asks
 * for it.
 */
export function listenAgainAfter(
  { kind, retryAfterMs }: ChannelError,
  { failures, everyMs }: { failures: number; everyMs: number },
): number {
  if (retryAfterMs === null) return HOPELESS_RETRY_MS
  const growingMs = Math.min(everyMs, FIRST_LISTEN_RETRY_MS * 2 ** Math.min(failures, 20))
  return kind === 'unreachable' ? growingMs : Math.max(retryAfterMs, growingMs)
}
