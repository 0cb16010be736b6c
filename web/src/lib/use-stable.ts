import { useCallback, useInsertionEffect, useRef } from 'react'

/** A function with a stable identity that calls the latest render's version, so memoized rows need not render again. */
export function useStable<Given extends unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(work)
  // Before any other effect: a child's effect may call it at once.
  useInsertionEffect(() => {
    latest.current = work
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
