import type { Channel, StreamEvent } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { findKeyHolder, noteKeyHealth, type KeyHolder } from './key-holder.ts'
import { closeGap, handGapToPolls, noteBackfilled, openGap, savePoll } from './poll-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'
import { createStreamBuffer, type StreamBuffer } from './stream-buffer.ts'
import type { JudgingAtOnce } from './judge-at-once.ts'
import { noteSampled } from './sampled-posts.ts'
import { lockVersion } from './state-store.ts'
import { keepMatching, StaleIntake } from './take-in.ts'
import { notifyListeners } from './notify-listeners.ts'
import { isListenedTo, isPolledToo } from './stream-store.ts'
import { untilPresent } from './until-present.ts'
import { findWatchOrigin } from './watch-origin.ts'
import { lockWatch, updateWatch, type WatchRow } from './watch-store.ts'

/** Posts near no signal are not written; the progress is, at least this often. */
const WRITTEN_EVERY_MS = 1_000
const SIGN_OF_LIFE_EVERY_MS = 5_000
const LOOK_MS = 60 * 60_000
/** A stream that cannot resume has a gap when the pause was longer than this. */
const ABSENT_MS = 60_000

/** One connection to a stream. Opening the next on the same watch ends this one, which then writes nothing more. */
export interface StreamSession {
  watch: WatchRow
  keyHolder: KeyHolder
  /** Where to resume; null to begin now. */
  cursor: string | null
  pollId(): string
  /**
   * Takes events. Posts near a signal are stored at once, in one transaction with the cursor, so that after a crash the
   * stream resumes behind all that was stored. False once the session is over: another was opened, or nobody listens to
   * the watch.
   */
  take(events: readonly StreamEvent[], batch: { isFull: boolean }): Promise<boolean>
  /**
   * Writes what was received and how far; false as with `take`. Where the monitored signals keep changing, both finally
   * throw `StaleIntake`: nothing was written, and the events must be read again from the last cursor.
   */
  write(): Promise<boolean>
}

interface Opened {
  watch: WatchRow
  keyHolder: KeyHolder
  /** Whether it resumes where the last session stopped. */
  isResumed: boolean
  at: Date
  look: Look
}

interface Look {
  id: string
  from: Date
  beganAt: Date
  seen: number
  isPart: boolean
}

/** Opens a session on a watch that is due and that somebody listens to; undefined otherwise. */
export async function openSession(
  deps: MonitoringDependencies,
  watchId: string,
  { channel, judging }: { channel: Channel | undefined; judging: JudgingAtOnce },
): Promise<StreamSession | undefined> {
  const opened = await deps.db.transaction(monitoringScope(), async (tx): Promise<Opened | undefined> => {
    const watch = await lockWatch(tx, watchId)
    const now = deps.clock.now()
    if (watch?.way !== 'stream' || watch.nextPollAt > now || !(await isListenedTo(tx, watchId))) return undefined
    const isResumed = channel?.resumes === true && watch.streamCursor !== null
    if (!isResumed && watch.lastPolledAt && now.getTime() - watch.readTo.getTime() > ABSENT_MS) {
      const reason = 'Leadlight was not listening.'
      await openGap(tx, { id: deps.newId(), watchId, from: watch.readTo, reason, now })
    }
    const from = isResumed ? watch.readTo : now
    const look = { id: deps.newId(), from, beganAt: now, seen: 0, isPart: false }
    // Where the last session died before its first write, start where it began.
    const streamCursor = watch.streamCursor ?? channel?.cursorAt?.(now) ?? null
    const begun = await updateWatch(tx, watch, { window: windowOf(look, now), streamCursor })
    return {
      watch: begun,
      keyHolder: await findKeyHolder(tx, watch),
      isResumed,
      at: now,
      look,
    }
  })
  if (!opened) return undefined
  return createSession(deps, opened, {
    hearing: createStreamBuffer(deps, opened.watch, await deps.liveIndex.current()),
    judging,
  })
}

function windowOf({ id, from, seen }: Look, now: Date): NonNullable<WatchRow['window']> {
  return { from, to: now, cursor: null, pages: 0, seen, known: 0, pollId: id }
}

function createSession(
  deps: MonitoringDependencies,
  opened: Opened,
  { hearing, judging }: { hearing: StreamBuffer; judging: JudgingAtOnce },
): StreamSession {
  const { clock } = deps
  const { watch } = opened
  let { look } = opened
  let writtenAt = opened.at
  let seenInAll = 0
  let isGapEnded = false

  function write(): Promise<boolean> {
    let isFirst = true
    return untilPresent(deps, async () => {
      if (!isFirst) await hearing.renew(await deps.liveIndex.current())
      isFirst = false
      await deps.checkpoint('stream matched')
      return writeDown()
    })
  }

  async function writeDown(): Promise<boolean> {
    const now = clock.now()
    const { seen, isPart, ...heard } = hearing.soFar()
    const looked = { ...look, seen: look.seen + seen, isPart: look.isPart || isPart }
    const isOld = now.getTime() - look.beganAt.getTime() >= LOOK_MS
    const next = isOld ? { id: deps.newId(), from: heard.readTo, beganAt: now, seen: 0, isPart: false } : looked
    const isCaughtUp = heard.hasBegun && (!opened.isResumed || heard.readTo >= opened.at)
    const atOnce = judging.hasRoom()
    const written = await keepOften(deps, opened, async (tx) => {
      const [current, version] = await pipelineStatements([lockWatch(tx, watch.id), lockVersion(tx)])
      if (current?.window?.pollId !== look.id) return undefined
      if (heard.posts.length > 0 && version !== heard.version) throw new StaleIntake()
      if (!isGapEnded && isCaughtUp) await endGap(tx, deps, { ...opened, recovered: seenInAll + seen })
      const health = heard.hasBegun && { failures: 0, error: null, lastPolledAt: now, lastSeen: looked.seen }
      const place = { streamCursor: heard.cursor, readTo: heard.readTo, window: windowOf(next, now) }
      const origin = await findWatchOrigin(tx, deps, opened)
      const [arrived, stillListenedTo] = await pipelineStatements([
        keepMatching(tx, deps, heard, { pollId: look.id, origin, atOnce }),
        isListenedTo(tx, watch.id),
        heard.hasBegun && noteHeard(tx, deps, { ...opened, ...heard, current, look: looked }),
        updateWatch(tx, current, { ...place, ...health }),
      ])
      return { arrived, isListenedTo: stillListenedTo }
    })
    await deps.checkpoint('stream kept')
    judging.take(written?.arrived ?? [])
    look = next
    writtenAt = now
    seenInAll += seen
    isGapEnded ||= isCaughtUp
    hearing.clear()
    return written?.isListenedTo ?? false
  }

  return {
    watch,
    keyHolder: opened.keyHolder,
    cursor: opened.isResumed ? watch.streamCursor : null,
    pollId: () => look.id,
    async take(events, batch) {
      const isNear = await hearing.take(events, batch)
      await deps.checkpoint('stream read')
      const everyMs = hearing.soFar().hasEvents ? WRITTEN_EVERY_MS : SIGN_OF_LIFE_EVERY_MS
      return isNear || clock.now().getTime() - writtenAt.getTime() >= everyMs ? write() : true
    },
    write,
  }
}

/** These statements run so often that planning them each time would take longest. */
function keepOften<T>({ db }: MonitoringDependencies, { keyHolder }: Opened, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(monitoringScope(keyHolder?.organizationId), work, { prepares: true })
}

interface Heard extends Pick<Opened, 'keyHolder' | 'look'> {
  current: WatchRow
  readTo: Date
  sampled: readonly string[]
}

async function noteHeard(
  tx: Tx,
  deps: MonitoringDependencies,
  { current, keyHolder, look, readTo, sampled }: Heard,
): Promise<void> {
  const now = deps.clock.now()
  const window = { from: look.from, to: readTo, polledAt: now }
  const { id, seen, isPart: gap } = look
  await savePoll(tx, { id, watchId: current.id, ...window, seen, gap, error: null, nextTryAt: null })
  await noteSampled(tx, current, { externalIds: sampled, now })
  if (current.error === null && current.lastPolledAt !== null) return
  await noteKeyHealth(tx, deps, { watch: current, keyHolder, error: null })
  if (current.error !== null) await notifyListeners(tx, deps, current)
}

/**
 * A stream that resumed has sent everything from before it was opened. Where it restarted, that time is left to the
 * polls, or lost.
 */
async function endGap(
  tx: Tx,
  { clock }: MonitoringDependencies,
  { watch, isResumed, at, recovered }: Opened & { recovered: number },
): Promise<void> {
  const now = clock.now()
  if (isResumed) await closeGap(tx, watch.id, { at, now, recovered, lost: false })
  else if (await isPolledToo(tx, watch)) {
    await handGapToPolls(tx, watch.id, at)
    // The polls may have read past the gap before the stream reopened.
    await noteBackfilled(tx, watch.platform, now)
  } else await closeGap(tx, watch.id, { at, now, recovered: 0, lost: true })
}
