import { useCallback, useInsertionEffect, useRef } from 'react'

/** A function that stays the same and does what the latest render says: for what must not draw many rows anew. */
export function useStable<Given extends unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(work)
  // Before any other effect: a child's may call it at once.
  useInsertionEffect(() => {
    latest.current = work
  })
  return useCallback((...given: Given) => latest.current(...given), [])
}
