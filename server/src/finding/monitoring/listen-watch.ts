import { ChannelError, type Channel, type ChannelKey } from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import { slept } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { batchesOf } from './batches-of.ts'
import { createJudgingAtOnce, type JudgingAtOnce } from './judge-at-once.ts'
import { noteKeyHealth, openKeyOf } from './key-holder.ts'
import { explainGap, openGap, savePoll } from './poll-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { listenAgainAfter } from './poll-times.ts'
import { openSession, type StreamSession } from './stream-session.ts'
import { StaleIntake } from './take-in.ts'
import { notifyListeners } from './notify-listeners.ts'
import { callPolls, isPolledToo } from './stream-store.ts'
import { wakeJudges } from './wake-judges.ts'
import { lockWatch, selectWatch, updateWatch, type WatchRow } from './watch-store.ts'

/** Together these limit how long a post waits, and how much one step processes. */
const BATCH = { max: 100, withinMs: 2, idleMs: 1_000 }
/** A worker listens for so long, and then hands the stream over. */
const SHIFT_MS = 6 * 60 * 60_000
/** A retry due later than this is left to whichever worker finds it due. */
const WAIT_MS_MAX = 60_000

/**
 * Listens to a stream: posts near a signal are stored and judged as they come, and those deleted at the source are
 * erased. It resumes where the last listener stopped, and ends soon after nobody listens. A broken stream shows as a
 * gap and is reopened at growing intervals; what was missed is read then.
 */
export async function listenWatch(
  deps: MonitoringDependencies,
  { watchId, signal, leaving }: { watchId: string; signal: AbortSignal; leaving: AbortSignal },
): Promise<'again' | undefined> {
  const judging = createJudgingAtOnce(deps, signal)
  // A listener that died may have stored posts without judging them.
  await wakeJudges(deps, { withPaused: false })
  try {
    return await listenInTurn(deps, { watchId, judging, signal, leaving })
  } finally {
    await judging.finish()
  }
}

interface Shift {
  watchId: string
  judging: JudgingAtOnce
  signal: AbortSignal
  leaving: AbortSignal
}

/** One session after another, until nobody listens or the shift is over. */
async function listenInTurn(
  deps: MonitoringDependencies,
  { watchId, judging, signal, leaving }: Shift,
): Promise<'again' | undefined> {
  const endsAt = deps.clock.now().getTime() + SHIFT_MS
  for (;;) {
    signal.throwIfAborted()
    const channel = await findChannel(deps, watchId)
    const session = await openSession(deps, watchId, { channel, judging })
    if (!session) return undefined
    const end = await listen(deps, { session, channel, signal, leaving, endsAt }).catch(whereStale)
    if (typeof end === 'string') return end === 'shift_over' ? 'again' : undefined
    const waitMs = await keepEnd(deps, session, end)
    if (waitMs === undefined || waitMs > WAIT_MS_MAX) return undefined
    if (!(await slept(deps.clock, waitMs, AbortSignal.any([signal, leaving])))) return 'again'
  }
}

async function findChannel({ db, channels }: MonitoringDependencies, watchId: string): Promise<Channel | undefined> {
  const watch = await db.transaction(monitoringScope(), (tx) => selectWatch(tx, watchId))
  return channels.find((channel) => channel.platform === watch?.platform)
}

interface Listening {
  session: StreamSession
  channel: Channel | undefined
  signal: AbortSignal
  leaving: AbortSignal
  endsAt: number
}

/** Runs until the stream ends or is no longer needed. */
async function listen(
  deps: MonitoringDependencies,
  { session, channel, signal, leaving, endsAt }: Listening,
): Promise<ChannelError | 'over' | 'shift_over'> {
  const { platform, source } = session.watch
  if (!channel?.listen) return new ChannelError('misconfigured', `${platform} cannot be listened to here.`, null)
  const hangingUp = new AbortController()
  let key: ChannelKey | null = null
  try {
    key = await openKeyOf(deps, session.keyHolder, session.watch)
  } catch (error) {
    if (error instanceof ChannelError) return error
    throw error
  }
  const request = {
    key,
    source: source === '' ? null : { externalId: source },
    cursor: session.cursor,
    signal: AbortSignal.any([signal, leaving, hangingUp.signal]),
  }
  const events = channel.listen(request)[Symbol.asyncIterator]()
  try {
    for await (const batch of batchesOf(events, { ...BATCH, clock: deps.clock })) {
      if (!(await session.take(batch, { isFull: batch.length === BATCH.max }))) return 'over'
      if (deps.clock.now().getTime() >= endsAt) return (await session.write()) ? 'shift_over' : 'over'
    }
  } catch (error) {
    if (error instanceof ChannelError) return hideKey(error, key)
    if (!leaving.aborted || signal.aborted) throw error
    return (await session.write()) ? 'shift_over' : 'over'
  } finally {
    hangingUp.abort()
    // A stream that is not being read ignores its abort signal.
    await events.return?.()
  }
  return 'over'
}

function whereStale(error: unknown): StaleIntake {
  if (error instanceof StaleIntake) return error
  throw error
}

/**
 * Records how far the stream was read and why it ended. Returns how long to wait before reopening it, or undefined
 * where it is over. Posts not matched in time stay unwritten, and the next listener reads them again.
 */
async function keepEnd(
  deps: MonitoringDependencies,
  session: StreamSession,
  end: ChannelError | StaleIntake,
): Promise<number | undefined> {
  const last = end instanceof StaleIntake ? end : await session.write().catch(whereStale)
  if (last === false) return undefined
  const error = end instanceof StaleIntake ? new ChannelError('unreachable', end.message, 0) : end
  return deps.db.transaction(monitoringScope(session.keyHolder?.organizationId), async (tx) => {
    const watch = await lockWatch(tx, session.watch.id)
    if (watch?.window?.pollId !== session.pollId()) return undefined
    await noteKeyHealth(tx, deps, { watch, keyHolder: session.keyHolder, error })
    const isForgotten = error.kind === 'cursor_too_old' && watch.streamCursor !== null
    return isForgotten ? beginAnew(tx, deps, { watch, error }) : waitAfter(tx, deps, { watch, error })
  })
}

interface Failed {
  watch: WatchRow
  error: ChannelError
}

/** Restarts the stream from now; the time between is left to the polls, where there are any. */
async function beginAnew(tx: Tx, deps: MonitoringDependencies, { watch, error }: Failed): Promise<number> {
  const now = deps.clock.now()
  const isSearched = await isPolledToo(tx, watch)
  const lost = 'The stream no longer held what was said since we last listened, and here it cannot be searched for.'
  const reason = isSearched ? error.message : lost
  await openGap(tx, { id: deps.newId(), watchId: watch.id, from: watch.readTo, reason, now })
  await explainGap(tx, watch.id, reason)
  if (isSearched) await callPolls(tx, watch, now)
  await updateWatch(tx, watch, { window: null, streamCursor: null, nextPollAt: now })
  return 0
}

async function waitAfter(tx: Tx, deps: MonitoringDependencies, { watch, error }: Failed): Promise<number> {
  const now = deps.clock.now()
  const waitMs = listenAgainAfter(error, { failures: watch.failures, everyMs: deps.everyMs })
  const nextTryAt = new Date(now.getTime() + waitMs)
  const look = { id: deps.newId(), watchId: watch.id, polledAt: now, from: watch.readTo, to: now, seen: 0 }
  await savePoll(tx, { ...look, gap: true, error: error.message, nextTryAt })
  await openGap(tx, { id: deps.newId(), watchId: watch.id, from: watch.readTo, reason: error.message, now })
  await updateWatch(tx, watch, {
    window: null,
    failures: watch.failures + 1,
    error: error.message,
    lastPolledAt: now,
    nextPollAt: nextTryAt,
  })
  if (watch.error === null) await callPolls(tx, watch, now)
  if (watch.error !== error.message) await notifyListeners(tx, deps, watch)
  return waitMs
}
