import type { Endpoint, ReplyOf } from '@leadlight/contract/endpoint'
import type { Input, Route } from './api.ts'
import { call } from './api.ts'
import { newPressKey } from './press-key.ts'
import { RequestError } from './request-error.ts'
import { retryDelayMs } from './swr-config.ts'
import { wait } from './wait.ts'

const NEVER = new AbortController().signal

/**
 * Makes a call that takes an idempotency key, and makes it again, for some seconds, while it is not known whether it
 * was done. The server does it once, and tells the last what came of the first. Pass the key for a call that may be made
 * anew later.
 */
export async function callOnce<E extends Endpoint>(
  route: Route<E>,
  input: Input<E>,
  key = newPressKey(),
): Promise<ReplyOf<E>> {
  const keyed = { ...input, headers: { ...input.headers, 'idempotency-key': key } }
  for (let retry = 0; ; retry += 1) {
    try {
      return await call(route, keyed)
    } catch (error) {
      const delayMs = isUncertain(error) ? retryDelayMs(retry) : null
      if (delayMs === null) throw error
      await wait(delayMs, NEVER)
    }
  }
}

/**
 * No answer came, or none that can be read, or it is not from the one that did it; or an earlier call under the key may
 * still be at work, which keeps the database from this one.
 */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false
  return error.status < 400 || [502, 503, 504].includes(error.status) || error.code === 'idempotent_call_running'
}
