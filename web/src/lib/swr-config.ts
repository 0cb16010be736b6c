import type { SWRConfiguration } from 'swr'
import { RequestError } from './request-error.ts'

/** How long a repeated read of a plain URL is deduplicated. */
export const GENERIC_DEDUPE_MS = 2000
const DEDUPE_MS = 5000
const RETRIES_MAX = 3
const FIRST_RETRY_MS = 1000

/** A 4xx will not succeed on a retry, except 408, 425 and 429. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  return error.status < 400 || error.status >= 500 || [408, 425, 429].includes(error.status)
}

/** The delay before a retry, counted from 0: 1, 2 and 4 seconds; null when it is time to stop. */
export function retryDelayMs(retry: number): number | null {
  return retry < RETRIES_MAX ? FIRST_RETRY_MS * 2 ** retry : null
}

/**
 * The specification's fetch rules, for every read of the app. Each says how it is answered: were there a fetcher for the
 * others, one that only looks at the cache would take its key for an address.
 */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  dedupingInterval: DEDUPE_MS,
  errorRetryCount: RETRIES_MAX,
  shouldRetryOnError: isWorthRetrying,
  onErrorRetry(...[, , , revalidate, { retryCount, dedupe }]) {
    const delayMs = retryDelayMs(retryCount - 1)
    if (delayMs !== null) setTimeout(() => void revalidate({ retryCount, dedupe }), delayMs)
  },
}
