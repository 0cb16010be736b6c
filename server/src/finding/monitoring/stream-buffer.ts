import type { StreamEvent } from '../../channels/channel.ts'
import { collapseEvents, withoutDeleted, type ReceivedEvents } from './received-events.ts'
import type { IndexView } from './live-index.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { embedPostsInBatches, matchWith, type MatchedPost } from './take-in.ts'
import type { WatchRow } from './watch-store.ts'
import { worthReading } from './worth-reading.ts'

/** So many full batches in a row mean that more comes in than the model can read. */
const FULL_IN_A_ROW_MAX = 20

/** What was received from a stream and is not written yet. */
export interface StreamBuffer {
  /** Takes events, and returns whether any post is near a signal in this process's memory. */
  take(events: readonly StreamEvent[], batch: { isFull: boolean }): Promise<boolean>
  soFar(): BufferedEvents
  /** Matches what was received again, and what comes, with the current index. */
  renew(view: IndexView): Promise<void>
  /** Called once everything so far is written. */
  clear(): void
}

export interface BufferedEvents {
  /** Whether the stream has sent anything at all. */
  hasBegun: boolean
  hasEvents: boolean
  cursor: string | null
  /** Everything posted before this has been received. */
  readTo: Date
  posts: readonly MatchedPost[]
  /** Those of them all that belong to the platform's sample, near a signal or not. */
  sampled: readonly string[]
  /** The version of the index they were matched with. */
  version: number
  seen: number
  /** Some posts were skipped unread, as more came in than could be read. */
  isPart: boolean
}

/** Receives a stream from its watch's cursor on. */
export function createStreamBuffer(deps: MonitoringDependencies, watch: WatchRow, first: IndexView): StreamBuffer {
  const nothing = { hasEvents: false, posts: [], sampled: [], seen: 0, isPart: false }
  const draws = deps.channels.find(({ platform }) => platform === watch.platform)?.draws
  const { streamCursor: cursor, readTo } = watch
  let view = first
  let soFar: BufferedEvents = { ...nothing, version: view.version, hasBegun: false, cursor, readTo }
  let fullInARow = 0

  return {
    async take(events, { isFull }) {
      fullInARow = isFull ? fullInARow + 1 : 0
      const isFlooded = fullInARow >= FULL_IN_A_ROW_MAX
      const last = events.at(-1)
      if (!last) return false
      const heard = collapseEvents(events)
      const worth = await worthReading(view, heard.posts, { isFlooded })
      // What was skipped unread was not met.
      const met = isFlooded ? worth : heard.posts
      const sampled = met.map(({ externalId }) => externalId).filter((id) => draws?.isSampled?.(id) === true)
      const { posts: fresh } = await matchWith(view, watch.id, await embedPostsInBatches(deps, worth))
      // Before the cursor is written, so that a crash in between only erases again.
      await erase(deps, watch.platform, heard)
      soFar = {
        ...soFar,
        hasBegun: true,
        hasEvents: true,
        cursor: last.cursor,
        readTo: new Date(Math.max(soFar.readTo.getTime(), last.at.getTime())),
        posts: [...withoutDeleted(soFar.posts, heard), ...fresh],
        sampled: [...soFar.sampled, ...sampled],
        seen: soFar.seen + heard.posts.length,
        isPart: soFar.isPart || (isFlooded && worth.length < heard.posts.length),
      }
      return fresh.some(({ matches }) => matches.length > 0)
    },
    soFar: () => soFar,
    async renew(later) {
      view = later
      soFar = { ...soFar, ...(await matchWith(view, watch.id, soFar.posts)) }
    },
    clear() {
      soFar = { ...soFar, ...nothing }
    },
  }
}

async function erase(
  deps: MonitoringDependencies,
  platform: string,
  { deleted, authorsGone }: ReceivedEvents,
): Promise<void> {
  if (deleted.size > 0) await deps.erasePosts(deps, platform, [...deleted])
  for (const author of authorsGone) await deps.eraseAuthor(deps, platform, { externalId: author })
}
