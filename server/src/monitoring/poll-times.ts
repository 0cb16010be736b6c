import type { ChannelError } from '../channels/channel.ts'
import type { Place } from '../channels/places.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Below five minutes with what a run itself takes. */
const EVERY_MS = 4 * MINUTE_MS
const FIRST_RETRY_MS = 30_000
/** Where only somebody's change can help, we look now and then whether it was made. */
const HOPELESS_RETRY_MS = 30 * MINUTE_MS
/** Whatever a server asks for, we look again after a day. */
const LONGEST_RETRY_MS = DAY_MS

/**
 * How long after one poll of a watch the next is due: four minutes, or as long as it takes for all the watches that share
 * the platform's limits to stay within them.
 */
export function pollEvery(places: readonly Place[], watch: { platform: string }, sharing: number): number {
  const perDay = places.find(({ platform }) => platform === watch.platform)?.pollsPerDay
  return perDay === undefined ? EVERY_MS : Math.max(EVERY_MS, Math.ceil((sharing * DAY_MS) / perDay))
}

/** How long to wait after a failure: as long as the platform says, up to a day, or twice as long as last time up to the usual interval. */
export function retryAfter(error: ChannelError, { failures, everyMs }: { failures: number; everyMs: number }): number {
  if (error.retryAfterMs === null) return HOPELESS_RETRY_MS
  const ourselvesMs = Math.min(everyMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 20))
  return Math.min(LONGEST_RETRY_MS, Math.max(error.retryAfterMs, ourselvesMs))
}
