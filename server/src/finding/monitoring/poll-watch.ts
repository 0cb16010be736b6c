import { ChannelError, type Channel, type ChannelKey, type SearchPage } from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { findKeyHolder, noteKeyHealth, openKeyOf, type KeyHolder } from './key-holder.ts'
import { deleteOldSeenPosts, splitSeenPosts, rememberMet, type MetPosts } from './seen-posts.ts'
import { closeGap, narrowGap, noteBackfilled, noteLoss, openGap, savePoll } from './poll-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { pollEvery, pollsPerDayOf, retryAfter } from './poll-times.ts'
import { putOff, selectLoads } from './sharing-store.ts'
import { isStreamed } from './stream-store.ts'
import { selectListenedSince } from './time-range-store.ts'
import { keepArrivals, readArrivals } from './take-in.ts'
import { notifyListeners } from './notify-listeners.ts'
import { untilPresent } from './until-present.ts'
import { findWatchOrigin } from './watch-origin.ts'
import { lockWatch, updateWatch, type WatchRow, type Window } from './watch-store.ts'

const POSTS_PER_PAGE = 100
/**
 * Every platform lists some posts late, so each window overlaps the one before by this much, or more where a channel
 * says so.
 */
const OVERLAP_MS = 10 * 60_000
/** When a poll is overdue or stalled for so long, Leadlight was not running. */
const ABSENT_MS = 10 * 60_000
/** A stream silent for so long does not replace a poll. */
const STREAM_SILENT_MS = 2 * 60_000
/** Posts older than this are not caught up with. */
const CATCH_UP_MS = 30 * 24 * 60 * 60 * 1000

/** The window being read, and the watch as it was when reading began. */
interface Reading {
  watch: WatchRow
  window: Window
  keyHolder: KeyHolder
}

type Outcome = { page: SearchPage; error: null } | { page: null; error: ChannelError }

/**
 * Reads a watched source from where the last poll ended, page by page, if it is due. Each page is written in one
 * transaction with its cursor, so a run may die anywhere and another continue. A failure is recorded with the time of
 * the next try, which reads what was missed.
 */
export async function pollWatch(
  deps: MonitoringDependencies,
  { watchId, signal }: { watchId: string; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const watch = await openWindow(deps, watchId)
    if (!watch?.window) return
    await deps.checkpoint('watch opened')
    const read = { watch, window: watch.window, keyHolder: watch.keyHolder }
    const outcome = await readPage(deps, read, signal)
    await deps.checkpoint('watch read')
    if (outcome.page) await keepPage(deps, { ...read, page: outcome.page })
    else return keepFailure(deps, { ...read, error: outcome.error })
    await deps.checkpoint('watch kept')
  }
}

/** The watch with its open window, or a new one; undefined before it is due. */
function openWindow(
  deps: MonitoringDependencies,
  watchId: string,
): Promise<(WatchRow & { keyHolder: KeyHolder }) | undefined> {
  return deps.db.transaction(monitoringScope(), async (tx) => {
    const watch = await lockWatch(tx, watchId)
    const now = deps.clock.now()
    if (!watch || watch.nextPollAt > now) return undefined
    const keyHolder = await findKeyHolder(tx, watch)
    const awaitedSince = Math.max(watch.nextPollAt.getTime(), watch.progressAt?.getTime() ?? 0)
    const wasThere = watch.lastPolledAt !== null || watch.window !== null
    if (wasThere && now.getTime() - awaitedSince > ABSENT_MS) {
      const reason = 'Leadlight was not running.'
      const from = new Date(Math.max(now.getTime() - CATCH_UP_MS, watch.readTo.getTime()))
      await openGap(tx, { id: deps.newId(), watchId, from, reason, now })
    }
    const window = watch.window ?? (await newWindow(tx, deps, watch))
    return { ...(await updateWatch(tx, watch, { window, progressAt: now })), keyHolder }
  })
}

/** From before the last read time, by the overlap, to now, but not to before anybody listened. */
async function newWindow(tx: Tx, deps: MonitoringDependencies, watch: WatchRow): Promise<Window> {
  const now = deps.clock.now()
  const readTo = watch.readTo.getTime()
  const lateMs = channelOf(deps, watch)?.listsLateMs ?? 0
  const listenedSince = lateMs > 0 ? await selectListenedSince(tx, watch.id) : null
  const listedFrom = Math.max(readTo - lateMs, listenedSince?.getTime() ?? readTo)
  const from = Math.max(now.getTime() - CATCH_UP_MS, Math.min(readTo - OVERLAP_MS, listedFrom))
  return { from: new Date(from), to: now, cursor: null, pages: 0, seen: 0, known: 0, pollId: deps.newId() }
}

function channelOf({ channels }: MonitoringDependencies, { platform }: WatchRow): Channel | undefined {
  return channels.find((channel) => channel.platform === platform)
}

async function readPage(
  deps: MonitoringDependencies,
  { watch, window, keyHolder }: Reading,
  signal: AbortSignal,
): Promise<Outcome> {
  const { platform } = watch
  const channel = channelOf(deps, watch)
  if (!channel) return { page: null, error: new ChannelError('misconfigured', `${platform} is not set up here.`, null) }
  let key: ChannelKey | null = null
  try {
    key = await openKeyOf(deps, keyHolder, watch)
    const page = await channel.search({
      query: { words: watch.query, phrases: [], exclude: [] },
      source: watch.source === '' ? null : { externalId: watch.source },
      since: window.from,
      until: window.to,
      cursor: window.cursor,
      limit: Math.min(POSTS_PER_PAGE, postsLeft(deps, watch, window)),
      key,
      signal,
    })
    return { page, error: null }
  } catch (error) {
    if (error instanceof ChannelError) return { page: null, error: hideKey(error, key) }
    throw error
  }
}

/** How many more posts of the window may be read: where posts cost money, no more than in a search. */
function postsLeft({ platformSources }: MonitoringDependencies, watch: WatchRow, window: Window): number {
  const place = platformSources.find(({ platform }) => platform === watch.platform)
  return place?.isPaid === true ? Math.max(0, (place.postsMax ?? POSTS_PER_PAGE) - window.seen) : Infinity
}

async function keepPage(deps: MonitoringDependencies, read: Reading & { page: SearchPage }): Promise<void> {
  const met = await splitSeenPosts(deps, read.watch, read.page.posts)
  await untilPresent(deps, async () => {
    const intake = await readArrivals(deps, read.watch.id, met.fresh)
    await deps.checkpoint('watch matched')
    await deps.db.transaction(monitoringScope(read.keyHolder?.organizationId), async (tx) => {
      const watch = await lockStill(tx, read)
      if (!watch) return
      const origin = await findWatchOrigin(tx, deps, read)
      await keepArrivals(tx, deps, intake, { watchId: watch.id, pollId: read.window.pollId, origin })
      const window = windowAfter(read, met)
      await rememberMet(tx, watch, { window, met })
      await noteKeyHealth(tx, deps, { ...read, error: null })
      const isFull = read.page.cursor !== null && postsLeft(deps, watch, window) === 0
      const page = { ...read.page, truncated: read.page.truncated || isFull }
      const progressAt = deps.clock.now()
      if (read.page.cursor !== null && !isFull) await updateWatch(tx, watch, { window, progressAt })
      else await finishWindow(tx, deps, watch, { window, page })
    })
  })
}

function windowAfter({ window, page }: Reading & { page: SearchPage }, met: MetPosts): Window {
  const { posts, cursor } = page
  return {
    ...window,
    cursor,
    pages: window.pages + 1,
    seen: window.seen + posts.length,
    known: window.known + met.known,
  }
}

/** The watch, if no other run has moved it on meanwhile; else that run's result stands. */
async function lockStill(
  tx: Tx,
  { watch, window }: { watch: WatchRow; window: Window },
): Promise<WatchRow | undefined> {
  const current = await lockWatch(tx, watch.id)
  const isSame = current?.window?.pollId === window.pollId && current.window.pages === window.pages
  return isSame && current.failures === watch.failures ? current : undefined
}

async function finishWindow(
  tx: Tx,
  deps: MonitoringDependencies,
  watch: WatchRow,
  { window, page }: { window: Window; page: SearchPage },
): Promise<void> {
  const now = deps.clock.now()
  const { from, to, pollId } = window
  const seen = window.seen - window.known
  const everyMs = await intervalOf(tx, deps, watch)
  const lostTo = lostUntil(watch, window, page)
  const poll = { id: pollId, watchId: watch.id, polledAt: now, from, to, seen, error: null, nextTryAt: null }
  await savePoll(tx, { ...poll, gap: lostTo !== null })
  const end = { at: to, now, recovered: seen, lost: lostTo !== null }
  // A window resumed late does not cover the time since it was opened.
  const isCaughtUp = now.getTime() - to.getTime() <= ABSENT_MS
  const wasBlind = await (isCaughtUp ? closeGap(tx, watch.id, end) : narrowGap(tx, watch.id, end))
  if (watch.readTo < from) {
    const reason = 'It was longer ago than Leadlight catches up with.'
    await noteLoss(tx, { id: deps.newId(), watchId: watch.id, from: watch.readTo, to: from, reason, now })
  }
  if (lostTo && !wasBlind) {
    const reason = 'More was said than the platform lists.'
    const lostFrom = new Date(Math.max(from.getTime(), watch.readTo.getTime()))
    await noteLoss(tx, { id: deps.newId(), watchId: watch.id, from: lostFrom, to: lostTo, reason, now })
  }
  await updateWatch(tx, watch, {
    readTo: to,
    window: null,
    progressAt: null,
    failures: 0,
    error: null,
    lastPolledAt: now,
    lastSeen: seen,
    nextPollAt: new Date(Math.max(now.getTime(), to.getTime() + everyMs)),
  })
  await deleteOldSeenPosts(tx, watch, window)
  await noteBackfilled(tx, watch.platform, now)
  if (watch.error !== null) await notifyListeners(tx, deps, watch)
}

/**
 * Until when posts of the window are lost, since the platform lists no further back. Null where nothing is lost: the
 * list reaches back to what was read before.
 */
function lostUntil({ readTo }: WatchRow, window: Window, page: SearchPage): Date | null {
  if (!page.truncated || window.known > 0) return null
  const oldest = page.posts.at(-1)?.postedAt ?? window.to
  return oldest > readTo ? oldest : null
}

async function intervalOf(tx: Tx, deps: MonitoringDependencies, watch: WatchRow): Promise<number> {
  const heardSince = new Date(deps.clock.now().getTime() - STREAM_SILENT_MS)
  const loads = pollsPerDayOf(deps.platformSources, watch) === undefined ? [] : await selectLoads(tx, watch)
  return pollEvery(deps, watch, { loads, isStreamed: await isStreamed(tx, watch, heardSince) })
}

async function keepFailure(deps: MonitoringDependencies, failed: Reading & { error: ChannelError }): Promise<void> {
  const { window, error } = failed
  await deps.db.transaction(monitoringScope(failed.keyHolder?.organizationId), async (tx) => {
    const watch = await lockStill(tx, failed)
    if (!watch) return
    await noteKeyHealth(tx, deps, failed)
    const now = deps.clock.now()
    const everyMs = await intervalOf(tx, deps, watch)
    const nextTryAt = new Date(now.getTime() + retryAfter(error, { failures: watch.failures, everyMs }))
    const poll = { id: deps.newId(), watchId: watch.id, polledAt: now, from: window.from, to: window.to, seen: 0 }
    await savePoll(tx, { ...poll, gap: true, error: error.message, nextTryAt })
    await openGap(tx, { id: deps.newId(), watchId: watch.id, from: watch.readTo, reason: error.message, now })
    // After pages were read the next try continues behind them, unless continuing is what failed.
    const goesOn = window.pages > 0 && error.retryAfterMs !== null
    await updateWatch(tx, watch, {
      window: goesOn ? window : null,
      progressAt: goesOn ? now : null,
      failures: watch.failures + 1,
      error: error.message,
      lastPolledAt: now,
      nextPollAt: nextTryAt,
    })
    if (watch.error !== error.message) await notifyListeners(tx, deps, watch)
    if (error.kind === 'rate_limited') await leaveAlone(tx, deps, watch, { error, until: nextTryAt, everyMs })
  })
}

/** Leaves a platform alone as it asked, and opens gaps for its other watches that wait too. */
async function leaveAlone(
  tx: Tx,
  deps: MonitoringDependencies,
  watch: WatchRow,
  { error, until, everyMs }: { error: ChannelError; until: Date; everyMs: number },
): Promise<void> {
  const now = deps.clock.now()
  // Each typed address is a platform of its own: one server's limit does not apply to the others.
  const isOneOfMany = deps.platformSources.find(({ platform }) => platform === watch.platform)?.own === 'addresses'
  const unreadSince = new Date(until.getTime() - 2 * everyMs)
  const source = isOneOfMany ? watch.source : null
  for (const other of await putOff(tx, watch, { until, source, unreadSince })) {
    if (other.id === watch.id) continue
    await openGap(tx, { id: deps.newId(), watchId: other.id, from: other.readTo, reason: error.message, now })
    if (other.error !== null) continue
    await updateWatch(tx, other, { error: error.message })
    await notifyListeners(tx, deps, other)
  }
}
