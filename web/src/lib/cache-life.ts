import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import type { Cache } from 'swr'

const ended = new WeakSet<object>()

/** Marks the session's cache as ended when it is discarded, as at sign-out. */
export function useCacheLife(): void {
  const { cache } = useSWRConfig()
  useEffect(() => {
    ended.delete(cache)
    return () => void ended.add(cache)
  }, [cache])
}

/** Whether the cache was discarded: a later answer must not be written to it. */
export function hasEnded(cache: Cache): boolean {
  return ended.has(cache)
}
