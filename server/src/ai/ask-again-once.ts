import type { Clock } from '../platform/clock.ts'

const WAIT_MS = 2000
const WAIT_MS_MAX = 60_000

/**
 * Asks, and once more where the provider's library says that may help: after as long as the provider wants, or two
 * seconds. Only once, since a waiting person can ask again.
 */
export async function askAgainOnce<Answer>(
  ask: () => PromiseLike<Answer>,
  { signal, clock }: { signal: AbortSignal; clock: Clock },
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (signal.aborted || !isWorthAnotherTry(error)) throw error
    await clock.sleep(waitWanted(error, clock), signal)
    return ask()
  }
}

interface Refusal {
  isRetryable: true
  responseHeaders?: Record<string, string>
}

function isWorthAnotherTry(error: unknown): error is Error & Refusal {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true
}

function waitWanted({ responseHeaders = {} }: Refusal, clock: Clock): number {
  const wantedMs = Number.parseFloat(responseHeaders['retry-after-ms'] ?? '')
  if (isBearable(wantedMs)) return wantedMs
  const after = responseHeaders['retry-after'] ?? ''
  const seconds = Number(after)
  const ms = after === '' || Number.isNaN(seconds) ? Date.parse(after) - clock.now().getTime() : seconds * 1000
  return isBearable(ms) ? ms : WAIT_MS
}

function isBearable(ms: number): boolean {
  return ms >= 0 && ms < WAIT_MS_MAX
}
