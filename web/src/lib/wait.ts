const FIRST_PAUSE_MS = 1000
const PAUSE_MS_MAX = 30_000

export type Wait = (delayMs: number, signal: AbortSignal) => Promise<void>

/** How long to wait after so many failures in a row: 1, 2, 4 … seconds, at most half a minute. */
export function pauseMs(failures: number): number {
  return Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** failures)
}

/** Resolves after the delay, or at once when the signal aborts. */
export const wait: Wait = (delayMs, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Tries with growing pauses until the signal aborts. */
export async function keepTrying(attempt: () => Promise<void>, signal: AbortSignal, pause: Wait = wait): Promise<void> {
  for (let failures = 0; ; failures++) {
    await pause(pauseMs(failures), signal)
    if (signal.aborted) return
    await attempt()
  }
}
