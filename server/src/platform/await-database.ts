import { slept, type Clock } from './clock.ts'
import type { Log } from './log.ts'
import { isDatabaseAway } from './transactions.ts'

const AGAIN_MS = 250
/** A standby that is being promoted can only be read so far. */
const READ_ONLY = '25006'

interface Awaiting {
  clock: Clock
  log: Log
  /** How long the database may be away, from the first attempt that missed it. */
  waitMs: number
  /** Ends the wait. */
  signal?: AbortSignal | undefined
  /** Called after each attempt that missed it, with a sentence that says what is waited for. */
  onMissed: (sentence: string) => Promise<void>
}

/**
 * Resolves with what `start` does, which runs from the beginning while the database is away: not started, replaying its
 * log, or a standby still. Rejects with its last error once that has lasted too long, and at once for any other: a
 * password or a name is not mended by waiting. The log says once what is waited for.
 */
export async function whenDatabaseIsThere<T>(
  { clock, log, waitMs, signal, onMissed }: Awaiting,
  start: () => Promise<T>,
): Promise<T> {
  const wait = signal ?? new AbortController().signal
  let firstMissedMs: number | undefined
  for (;;) {
    try {
      const started = await start()
      if (firstMissedMs !== undefined) log.info({}, 'The database is there.')
      return started
    } catch (error) {
      const said = findAbsence(error)
      const nowMs = clock.now().getTime()
      if (said === undefined || nowMs - (firstMissedMs ?? nowMs) >= waitMs) throw error
      const sentence = `The database is not there yet (${said}); this process waits for it, ${waitMs / 1000} seconds at most.`
      if (firstMissedMs === undefined) log.warn({}, sentence)
      firstMissedMs ??= nowMs
      await onMissed(sentence)
    }
    if (!(await slept(clock, AGAIN_MS, wait))) throw new Error('It was stopped while it waited for the database.')
  }
}

/** What says that the database is away; undefined for an error that waiting does not mend. */
function findAbsence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  // A file that is missing has the code of a socket that is.
  const isFile = code === 'ENOENT' && 'syscall' in error && error.syscall !== 'connect'
  if (code === READ_ONLY || (isDatabaseAway(error) && !isFile)) return error.message || code
  return findAbsence(error.cause)
}
