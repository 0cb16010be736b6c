import type { Clock } from './clock.ts'
import { OutboundError } from './outbound-error.ts'

/**
 * One abort signal for all that may end a request early: the caller, the timeouts for headers and pieces, and the total
 * timeout.
 */
export interface Deadline {
  signal: AbortSignal
  /** Restarts the timer for headers; call the result when they have arrived. */
  awaitHeaders(): () => void
  /** Restarts the timer for the next piece of the body; call the result when it has arrived. */
  awaitPiece: () => () => void
  /**
   * The same promise, except that a failure ends the deadline. Once the deadline is aborted, failures become its
   * reason.
   */
  guard<Result>(work: Promise<Result>): Promise<Result>
  end(): void
}

/** Shared, because an abort without a reason makes an error with a stack for every request and piece. */
const OVER = new Error('What was waited for has come.')

interface Times {
  host: string
  headersMs: number
  idleMs: number
  totalMs: number
}

export function startDeadline(clock: Clock, times: Times, caller: AbortSignal | null | undefined): Deadline {
  const controller = new AbortController()
  const ended = new AbortController()
  const late = (ms: number) =>
    new OutboundError('timeout', `${times.host} did not answer within ${Math.ceil(ms / 1000)} seconds.`)
  const onCallerAbort = () => controller.abort(caller?.reason)
  if (caller?.aborted) onCallerAbort()
  caller?.addEventListener('abort', onCallerAbort, { once: true })
  const end = () => {
    caller?.removeEventListener('abort', onCallerAbort)
    ended.abort(OVER)
  }
  const awaitAtMost = (ms: number) => {
    if (ms === Infinity) return () => {}
    const arrived = new AbortController()
    const stop = AbortSignal.any([arrived.signal, ended.signal])
    act(clock, ms, stop, () => controller.abort(late(ms)))
    return () => arrived.abort(OVER)
  }
  if (times.totalMs !== Infinity) act(clock, times.totalMs, ended.signal, () => controller.abort(late(times.totalMs)))
  return {
    signal: controller.signal,
    awaitHeaders: () => awaitAtMost(times.headersMs),
    awaitPiece: () => awaitAtMost(times.idleMs),
    async guard(work) {
      try {
        return await work
      } catch (error) {
        end()
        throw controller.signal.aborted ? controller.signal.reason : error
      }
    },
    end,
  }
}

function act(clock: Clock, afterMs: number, stop: AbortSignal, action: () => void): void {
  void clock.sleep(afterMs, stop).then(action, (error: unknown) => {
    if (!stop.aborted) throw error
  })
}
