import type { Clock } from './clock.ts'
import { OutboundError } from './outbound-error.ts'

/** One abort signal for everything that may end a request early: the caller, the time to headers, the whole time. */
export interface Deadline {
  signal: AbortSignal
  /** Starts the time to the next headers anew; call the result when they have arrived. */
  awaitHeaders(): () => void
  /** The same promise, except that a failure ends the deadline and, once it is aborted, becomes the reason of that. */
  guard<Result>(work: Promise<Result>): Promise<Result>
  end(): void
}

interface Times {
  host: string
  headersMs: number
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
    ended.abort()
  }
  act(clock, times.totalMs, ended.signal, () => controller.abort(late(times.totalMs)))
  return {
    signal: controller.signal,
    awaitHeaders() {
      const arrived = new AbortController()
      const stop = AbortSignal.any([arrived.signal, ended.signal])
      act(clock, times.headersMs, stop, () => controller.abort(late(times.headersMs)))
      return () => arrived.abort()
    },
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
