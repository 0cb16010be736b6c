import type { StreamEvent } from '../channels/channel.ts'
import { postText } from '../matching/post-text.ts'
import { unpackVector } from '../ai/vector-bytes.ts'
import type { Tx } from '../platform/db.ts'
import { monitoringScope } from '../platform/scopes.ts'
import { hear, withoutGone, type Heard } from './heard.ts'
import type { IndexView } from './live-index.ts'
import { closeGap, leaveGapToPolls, openGap, saveLook } from './look-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { embedAnew, keepArrivals, matchArrivals, StaleIntake, type EmbeddedPost, type Intake } from './take-in.ts'
import { tellListeners } from './tell-listeners.ts'
import { isListenedTo, isPolledToo, lockWatch, updateWatch, type WatchRow } from './watch-store.ts'
import { isWorthReading } from './worth-reading.ts'

/** What is near to no signal is not written down; that it was heard is, no less often than this. */
const WRITTEN_EVERY_MS = 1_000
const SIGN_OF_LIFE_EVERY_MS = 5_000
/** So many batches that are full, one after the other: more comes in than the model can read. */
const FULL_IN_A_ROW_MAX = 20
const LOOK_MS = 60 * 60_000
/** A stream that does not go on where it was left was missed when it was left for longer. */
const ABSENT_MS = 60_000

/** One connection to a stream. Whoever opens the next on the same watch ends this one: it can write nothing any more. */
export interface StreamSession {
  watch: WatchRow
  lookId(): string
  /**
   * Takes in what was told. What is near to a signal is kept at once, in one transaction with the place reached, so that after
   * a crash the stream goes on behind all that was kept. False once the session is over: another was opened, or nobody
   * listens to the watch any more.
   */
  take(events: readonly StreamEvent[], batch: { isFull: boolean }): Promise<boolean>
  /** Writes down what was heard and how far; false as with `take`. */
  write(): Promise<boolean>
}

/** Begins to listen to a watch, if its time has come and somebody wants it; undefined otherwise. */
export async function openSession(
  deps: MonitoringDependencies,
  watchId: string,
  { resumes }: { resumes: boolean },
): Promise<StreamSession | undefined> {
  const opened = await deps.db.transaction(monitoringScope(), async (tx) => {
    const watch = await lockWatch(tx, watchId)
    const now = deps.clock.now()
    if (watch?.way !== 'stream' || watch.nextPollAt > now || !(await isListenedTo(tx, watchId))) return undefined
    const isResumed = resumes && watch.streamCursor !== null
    if (!isResumed && watch.lastPolledAt && now.getTime() - watch.readTo.getTime() > ABSENT_MS) {
      const reason = 'Leadlight was not listening.'
      await openGap(tx, { id: deps.newId(), watchId, from: watch.readTo, reason, now })
    }
    const from = isResumed ? watch.readTo : now
    const window = { from, to: now, cursor: null, pages: 0, seen: 0, lookId: deps.newId() }
    return { watch: await updateWatch(tx, watch, { window }), isResumed, from, at: now, lookId: window.lookId }
  })
  return opened && createSession(deps, opened, await deps.liveIndex.current())
}

interface Opened {
  watch: WatchRow
  isResumed: boolean
  from: Date
  at: Date
  lookId: string
}

function createSession(deps: MonitoringDependencies, opened: Opened, view: IndexView): StreamSession {
  const { watch, isResumed } = opened
  const { clock, db } = deps
  let look = { id: opened.lookId, from: opened.from, beganAt: opened.at, seen: 0, isPart: false }
  let place = { cursor: watch.streamCursor, readTo: watch.readTo }
  let pending: readonly EmbeddedPost[] = []
  let [seenInAll, fullInARow] = [0, 0]
  let [hasHeard, isGapEnded, hasNews] = [false, false, false]
  let writtenAt = opened.at.getTime()

  async function take(events: readonly StreamEvent[], { isFull }: { isFull: boolean }): Promise<boolean> {
    fullInARow = isFull ? fullInARow + 1 : 0
    const last = events.at(-1)
    const heard = hear(events)
    const isNear = await read(heard)
    if (last) {
      hasHeard = hasNews = true
      place = { cursor: last.cursor, readTo: new Date(Math.max(place.readTo.getTime(), last.at.getTime())) }
    }
    await erase(heard)
    await deps.checkpoint('stream read')
    const sinceMs = clock.now().getTime() - writtenAt
    const isTime = sinceMs >= (hasNews ? WRITTEN_EVERY_MS : SIGN_OF_LIFE_EVERY_MS)
    return isNear || isTime ? write() : true
  }

  /** Whether something was told that is near to a signal, as far as this process knows them. */
  async function read(heard: Heard): Promise<boolean> {
    const isFlooded = fullInARow >= FULL_IN_A_ROW_MAX
    const worth = heard.posts.filter((post) => isWorthReading(view, post, { isFlooded }))
    const fresh = await embedAnew(deps, worth)
    pending = [...withoutGone(pending, heard), ...fresh]
    look = {
      ...look,
      seen: look.seen + heard.posts.length,
      isPart: look.isPart || (isFlooded && worth.length < heard.posts.length),
    }
    seenInAll += heard.posts.length
    return fresh.some(({ post, vector }) => view.match(watch.id, postText(post), unpackVector(vector)).length > 0)
  }

  /** Before the place behind it is written, so that a crash in between only has it erased again. */
  async function erase({ deleted, authorsGone }: Heard): Promise<void> {
    if (deleted.size > 0) await deps.erasing.forgetPosts(watch.platform, [...deleted])
    for (const author of authorsGone) await deps.erasing.forgetAuthor(watch.platform, author)
  }

  async function write(): Promise<boolean> {
    for (;;) {
      const intake = pending.length === 0 ? undefined : await matchArrivals(deps, watch.id, pending)
      try {
        return await writeWith(intake)
      } catch (error) {
        if (!(error instanceof StaleIntake)) throw error
      }
    }
  }

  async function writeWith(intake: Intake | undefined): Promise<boolean> {
    const now = clock.now()
    const isOld = now.getTime() - look.beganAt.getTime() >= LOOK_MS
    const next = isOld ? { id: deps.newId(), from: place.readTo, beganAt: now, seen: 0, isPart: false } : look
    const isOurs = await db.transaction(monitoringScope(), async (tx) => {
      const current = await lockWatch(tx, watch.id)
      if (current?.window?.lookId !== look.id) return false
      if (intake) await keepArrivals(tx, deps, intake, { lookId: look.id, onlyMatching: true })
      if (hasHeard) await noteHeard(tx, current, now)
      const window = { from: next.from, to: now, cursor: null, pages: 0, seen: next.seen, lookId: next.id }
      const health = hasHeard && { failures: 0, error: null, lastPolledAt: now, lastSeen: look.seen }
      await updateWatch(tx, current, { streamCursor: place.cursor, readTo: place.readTo, window, ...health })
      return isListenedTo(tx, watch.id)
    })
    await deps.checkpoint('stream kept')
    look = next
    pending = []
    writtenAt = now.getTime()
    hasNews = false
    isGapEnded ||= hasHeard && isCaughtUp()
    return isOurs
  }

  async function noteHeard(tx: Tx, current: WatchRow, now: Date): Promise<void> {
    const { id, from, seen, isPart: gap } = look
    const window = { from, to: place.readTo, polledAt: now }
    await saveLook(tx, { id, watchId: watch.id, ...window, seen, gap, error: null, nextTryAt: null })
    if (!isGapEnded && isCaughtUp()) await endGap(tx, now)
    if (current.error !== null) await tellListeners(tx, deps, current, null)
  }

  /** Where the stream went on from the place where it was left, what was said until it was opened has been told by now. */
  function isCaughtUp(): boolean {
    return !isResumed || place.readTo >= opened.at
  }

  async function endGap(tx: Tx, now: Date): Promise<void> {
    if (isResumed) await closeGap(tx, watch.id, { at: opened.at, now, recovered: seenInAll, lost: false })
    else if (await isPolledToo(tx, watch)) await leaveGapToPolls(tx, watch.id, opened.at)
    else await closeGap(tx, watch.id, { at: opened.at, now, recovered: 0, lost: true })
  }

  return { watch, lookId: () => look.id, take, write }
}
