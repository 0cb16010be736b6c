import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import type { Cache } from 'swr'

const ended = new WeakSet<object>()

/** Stands within a session's cache and notes when that is given up, as at sign-out. */
export function useCacheLife(): void {
  const { cache } = useSWRConfig()
  useEffect(() => {
    ended.delete(cache)
    return () => void ended.add(cache)
  }, [cache])
}

/** Whether the cache was given up: an answer that comes after that has nowhere to go. */
export function hasEnded(cache: Cache): boolean {
  return ended.has(cache)
}
