import { useEffect } from 'react'
import { askServer } from '../lib/api.ts'
import { useServerAway } from '../lib/server-state.ts'
import { tryStorage, useStorageRefused } from '../lib/storage.ts'
import { keepTrying, wait, type Wait } from '../lib/wait.ts'

/**
 * While the server is away, asks it again with growing pauses. Tries the browser's storage in the same way while that
 * refuses.
 */
export function ConnectionKeeper({ pause = wait }: { pause?: Wait }) {
  useTryWhile(useServerAway(), askServer, pause)
  useTryWhile(useStorageRefused(), tryStorageAgain, pause)
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

function tryStorageAgain(): Promise<void> {
  tryStorage()
  return Promise.resolve()
}
