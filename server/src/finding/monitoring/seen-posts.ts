import { createHash } from 'node:crypto'
import type { ChannelPost } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { meetDrawn } from './draw-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { selectListenedSince } from './time-range-store.ts'
import { deleteReadBefore, saveRead, selectRead } from './watch-post-store.ts'
import type { WatchRow, Window } from './watch-store.ts'

const WORDS_BYTES = 12

/** A page's posts, split by whether their watch has read them before. */
export interface MetPosts {
  /** Read for the first time, or edited since: these are matched. */
  fresh: ChannelPost[]
  /** How many were read before, edited or not. */
  known: number
  all: { externalId: string; words: Uint8Array }[]
}

/** Separates new posts from those the watch has read, so that overlapping windows cost only a lookup by id. */
export async function splitSeenPosts(
  { db }: Pick<MonitoringDependencies, 'db'>,
  watch: WatchRow,
  posts: readonly ChannelPost[],
): Promise<MetPosts> {
  const words = new Map(posts.map((post) => [post.externalId, wordsOf(post)]))
  return db.transaction(monitoringScope(), async (tx) => {
    const read = await selectRead(tx, watch, [...words.keys()])
    const isOld = await isListedBefore(tx, watch)
    const fresh = posts.filter((post) => {
      const [before, now] = [read.get(post.externalId), words.get(post.externalId)]
      return before && now ? Buffer.compare(before, now) !== 0 : !(isOld && post.isUndated)
    })
    return { fresh, known: read.size, all: [...words].map(([externalId, said]) => ({ externalId, words: said })) }
  })
}

/** Whether nothing was read since somebody began to listen. Undated posts listed by then were posted before that. */
async function isListedBefore(tx: Tx, watch: WatchRow): Promise<boolean> {
  const since = await selectListenedSince(tx, watch.id)
  return since !== null && watch.readTo <= since
}

/** Saves a page's posts as read, with the window's end. */
export async function rememberMet(tx: Tx, watch: WatchRow, { window, met }: { window: Window; met: MetPosts }) {
  // A post met again and again is rewritten at most twice within the overlap.
  const renewBefore = new Date((window.from.getTime() + watch.readTo.getTime()) / 2)
  await saveRead(tx, watch, met.all, { to: window.to, renewBefore })
  const externalIds = met.all.map(({ externalId }) => externalId)
  await meetDrawn(tx, { watchId: watch.id, externalIds, now: window.to })
}

/** Deletes what lies before the finished window, which the next cannot reach. */
export async function deleteOldSeenPosts(tx: Tx, watch: WatchRow, { from }: Window): Promise<void> {
  await deleteReadBefore(tx, watch.id, from)
}

/** A short hash of what readers see, only to recognize edits. */
function wordsOf({ title, text, url, author }: ChannelPost): Uint8Array {
  const said = JSON.stringify([title, text, url, author?.name ?? null])
  return createHash('sha256').update(said).digest().subarray(0, WORDS_BYTES)
}
