import { useEffect } from 'react'
import { logWarning } from './log.ts'

/** Where the browser does not say when it is idle, as in Safari. */
const SOON_MS = 500

/**
 * Once `isReady`, loads something for later as soon as the browser has nothing else to do. If that fails, it is loaded
 * when it is needed.
 */
export function useWhenIdle(isReady: boolean, load: () => Promise<void>): void {
  useEffect(() => {
    if (!isReady) return undefined
    return whenIdle(() => {
      load().catch((cause: unknown) => logWarning('A part of the page could not be loaded ahead', cause))
    })
  }, [isReady, load])
}

/** Returns how to call it off. */
function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, SOON_MS)
    return () => clearTimeout(timer)
  }
  const request = window.requestIdleCallback(work)
  return () => window.cancelIdleCallback(request)
}
