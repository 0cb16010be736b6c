import type { ChannelError } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FIRST_RETRY_MS = 30_000
const FIRST_LISTEN_RETRY_MS = 1_000
/** While a stream brings the same, a poll only looks for what it missed. */
const BACKFILL_EVERY_MS = 15 * MINUTE_MS
/** Where only somebody's change can help, we look now and then whether it was made. */
const HOPELESS_RETRY_MS = 30 * MINUTE_MS
/** Whatever a server asks for, we look again after a day. */
const LONGEST_RETRY_MS = DAY_MS

/** Projects that share a platform's limits and have equally many watches there. */
export interface Load {
  /** How many each of them has; of one that several projects listen to each has a part. */
  watches: number
  projects: number
  /** How many of these projects listen to the watch in question. */
  listening: number
}

/**
 * How long after one poll of a watch the next is due: as long as the installation wants it, fifteen minutes at least where a
 * stream brings the same, or as it takes to stay within the platform's limits. Projects share those evenly, and what one does
 * not need is the others': one that asks a thousand questions waits for them itself.
 */
export function pollEvery(
  { places, everyMs }: { places: readonly PlatformSources[]; everyMs: number },
  watch: { platform: string },
  { loads, isStreamed }: { loads: readonly Load[]; isStreamed: boolean },
): number {
  const perDay = pollsPerDayOf(places, watch)
  const wantedMs = isStreamed ? Math.max(everyMs, BACKFILL_EVERY_MS) : everyMs
  const listening = loads.reduce((sum, load) => sum + load.listening, 0)
  if (perDay === undefined || listening === 0) return wantedMs
  const mostPerDay = DAY_MS / everyMs
  const share = shareOf(loads, { perDay, mostPerDay })
  // Each pays for its part of what they listen to together.
  const paid = loads.reduce((sum, load) => sum + load.listening * Math.min(mostPerDay, share / load.watches), 0)
  return Math.max(wantedMs, Math.ceil((listening * DAY_MS) / paid))
}

/** How often a day a platform may be asked in all; undefined where as often as is wanted. */
export function pollsPerDayOf(
  places: readonly PlatformSources[],
  { platform }: { platform: string },
): number | undefined {
  return places.find((place) => place.platform === platform)?.pollsPerDay
}

/**
 * How far apart new questions of one project are first asked where there are many: half of what the platform allows is left to
 * all others. What is said meanwhile is read then.
 */
export function firstPollsApart(places: readonly PlatformSources[], watch: { platform: string }): number {
  const perDay = pollsPerDayOf(places, watch)
  return perDay === undefined ? 0 : Math.ceil((2 * DAY_MS) / perDay)
}

/** How many polls a day each project may have, so that those that want fewer leave the rest to the others. */
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

/** How long to wait after a failure: as long as the platform says, up to a day, or twice as long as last time up to the usual interval. */
export function retryAfter(error: ChannelError, { failures, everyMs }: { failures: number; everyMs: number }): number {
  if (error.retryAfterMs === null) return HOPELESS_RETRY_MS
  const ourselvesMs = Math.min(everyMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 20))
  return Math.min(LONGEST_RETRY_MS, Math.max(error.retryAfterMs, ourselvesMs))
}

/** The same for a stream that ended: a second, and twice as long each time; who answers may ask for more. */
export function listenAgainAfter(
  { kind, retryAfterMs }: ChannelError,
  { failures, everyMs }: { failures: number; everyMs: number },
): number {
  if (retryAfterMs === null) return HOPELESS_RETRY_MS
  const growingMs = Math.min(everyMs, FIRST_LISTEN_RETRY_MS * 2 ** Math.min(failures, 20))
  return kind === 'unreachable' ? growingMs : Math.max(retryAfterMs, growingMs)
}
