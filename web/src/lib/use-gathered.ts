import { useEffect, useRef } from 'react'

/** Returns a function that runs `work` once for all calls within `ms`. */
export function useGathered(work: () => void, ms: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      clearTimeout(timer.current ?? undefined)
      timer.current = null
    },
    [],
  )
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      work()
    }, ms)
  }
}
