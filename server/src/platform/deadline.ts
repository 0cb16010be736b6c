import type { Clock } from './clock.ts'
import { OutboundError } from './outbound-error.ts'

/** One abort signal for everything that may end a request early: the caller, the time to headers or between two pieces, the whole time. */
export interface Deadline {
  signal: AbortSignal
  /** Starts the time to the next headers anew; call the result when they have arrived. */
  awaitHeaders(): () => void
  /** Starts the time to the next piece of the body; call the result when it has arrived. */
  awaitPiece: () => () => void
  /** The same promise, except that a failure ends the deadline and, once it is aborted, becomes the reason of that. */
  guard<Result>(work: Promise<Result>): Promise<Result>
  end(): void
}

/** Made once: an abort without a reason makes an error of its own, with a stack, for every request and piece. */
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
