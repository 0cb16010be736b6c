/** Time as the rest of the code sees it, so that a run can be replayed on a clock of its own. */
export interface Clock {
  now(): Date
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep(ms, signal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (signal?.aborted) {
      reject(signal.reason as Error)
      return promise
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
    return promise
  },
}
