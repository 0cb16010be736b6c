import type { StreamEvent } from '../../channels/channel.ts'
import { collapseEvents, withoutDeleted, type ReceivedEvents } from './received-events.ts'
import type { IndexView } from './live-index.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { embedPostsInBatches, matchWith, type MatchedPost } from './take-in.ts'
import type { WatchRow } from './watch-store.ts'
import { worthReading } from './worth-reading.ts'

/** So many batches that are full, one after the other: more comes in than the model can read. */
const FULL_IN_A_ROW_MAX = 20

/** What was heard of a stream and is not written down yet. */
export interface StreamBuffer {
  /** Takes in what was told, and answers whether any of it is near to a signal as far as this process knows them. */
  take(events: readonly StreamEvent[], batch: { isFull: boolean }): Promise<boolean>
  soFar(): BufferedEvents
  /** Matches what was heard so far anew, and what comes, with what is listened for by now. */
  renew(view: IndexView): Promise<void>
  /** What was heard so far is written down. */
  forget(): void
}

export interface BufferedEvents {
  /** Whether the stream has told anything at all. */
  hasBegun: boolean
  hasNews: boolean
  cursor: string | null
  /** All that was said before has been heard. */
  readTo: Date
  posts: readonly MatchedPost[]
  /** The version of what is listened for that they were matched with. */
  version: number
  seen: number
  /** Some of what was seen was let go unread, as more came in than could be read. */
  isPart: boolean
}

/** Hears a stream from the place its watch has reached. */
export function createStreamBuffer(deps: MonitoringDependencies, watch: WatchRow, first: IndexView): StreamBuffer {
  const nothing = { hasNews: false, posts: [], seen: 0, isPart: false }
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
      const { posts: fresh } = await matchWith(view, watch.id, await embedPostsInBatches(deps, worth))
      // Before the place behind it is written, so that a crash in between only has it erased again.
      await erase(deps, watch.platform, heard)
      soFar = {
        ...soFar,
        hasBegun: true,
        hasNews: true,
        cursor: last.cursor,
        readTo: new Date(Math.max(soFar.readTo.getTime(), last.at.getTime())),
        posts: [...withoutDeleted(soFar.posts, heard), ...fresh],
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
    forget() {
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
