import type { ChannelError } from '../channels/channel.ts'
import type { Place } from '../channels/places.ts'

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

/**
 * How long after one poll of a watch the next is due: as long as the installation wants it, fifteen minutes at least where a
 * stream brings the same, or as it takes for all the watches that share the platform's limits to stay within them.
 */
export function pollEvery(
  { places, everyMs }: { places: readonly Place[]; everyMs: number },
  watch: { platform: string },
  { sharing, isStreamed }: { sharing: number; isStreamed: boolean },
): number {
  const perDay = places.find(({ platform }) => platform === watch.platform)?.pollsPerDay
  const wantedMs = isStreamed ? Math.max(everyMs, BACKFILL_EVERY_MS) : everyMs
  return perDay === undefined ? wantedMs : Math.max(wantedMs, Math.ceil((sharing * DAY_MS) / perDay))
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
