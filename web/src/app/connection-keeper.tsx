import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { askServer } from '../lib/api.ts'
import { useServerAway, useServerBack } from '../lib/server-state.ts'
import { canStore, useStorageRefused } from '../lib/storage.ts'
import { keepTrying, wait, type Wait } from '../lib/wait.ts'

/**
 * While the server is away, asks it again with growing pauses; once it is back, reads again whatever failed. Tries the
 * browser's storage in the same way while that refuses.
 */
export function ConnectionKeeper({ pause = wait }: { pause?: Wait }) {
  const { cache, mutate } = useSWRConfig()
  useTryWhile(useServerAway(), askServer, pause)
  useTryWhile(useStorageRefused(), tryStorage, pause)
  useServerBack(() => {
    for (const key of cache.keys()) if (cache.get(key)?.error !== undefined) void mutate(key)
  })
  return null
}

function useTryWhile(isNeeded: boolean, attempt: () => Promise<void>, pause: Wait) {
  useEffect(() => {
    if (!isNeeded) return undefined
    const stop = new AbortController()
    void keepTrying(attempt, stop.signal, pause)
    return () => stop.abort()
  }, [isNeeded, attempt, pause])
}

function tryStorage(): Promise<void> {
  canStore()
  return Promise.resolve()
}
