import type { Instance } from '@leadlight/contract/installation'
import { useEffect, useRef, useState } from 'react'
import { getInstance } from 'virtual:calls'
import { call } from './api.ts'
import { logWarning } from './log.ts'
import { readLater } from './read-later.ts'
import { useServerBack } from './server-state.ts'
import { isWorthRetrying, retryDelayMs } from './swr-config.ts'
import { useStable } from './use-stable.ts'
import { wait } from './wait.ts'
import type { Wait } from './wait.ts'

let reading: Promise<Instance> | null = null

/** Reads what this installation offers. No list waits for it, and those who read at the same time share one answer. */
export function readInstance(): Promise<Instance> {
  reading ??= readLater(() => call(getInstance, {})).finally(() => (reading = null))
  return reading
}

/**
 * For screens without the session's answers: what this installation offers, retried as they are. Undefined while it
 * loads.
 */
export function useInstanceWithoutSession(pause: Wait = wait): Instance | undefined {
  const [instance, setInstance] = useState<Instance>()
  const left = useRef<AbortController>(null)
  const read = useStable(() => {
    left.current?.abort()
    const { signal } = (left.current = new AbortController())
    readWithRetries(pause, signal).then(setInstance, (cause: unknown) => {
      if (!signal.aborted) logWarning('What this installation offers could not be read', cause)
    })
  })
  useEffect(() => {
    read()
    return () => left.current?.abort()
  }, [read])
  useServerBack(read)
  return instance
}

/** Rejects if the last retry fails, or the signal aborts meanwhile. */
async function readWithRetries(pause: Wait, signal: AbortSignal, retry = 0): Promise<Instance> {
  try {
    return await readInstance()
  } catch (error) {
    const delayMs = isWorthRetrying(error) ? retryDelayMs(retry) : null
    if (delayMs === null) throw error
    await pause(delayMs, signal)
    signal.throwIfAborted()
  }
  return readWithRetries(pause, signal, retry + 1)
}
