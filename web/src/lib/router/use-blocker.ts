import { useEffect, useState } from 'react'
import { useStable } from '../use-stable.ts'
import type { Location } from './location.ts'
import { useRouter } from './use-router.ts'

type Blocker =
  | { state: 'unblocked'; proceed?: undefined; reset?: undefined }
  | {
      state: 'blocked'
      /** Does what was kept from happening. */
      proceed: () => void
      /** Stays, and asks again the next time. */
      reset: () => void
    }

/** Keeps the user on the page while `isBlocked` says so of where they are going, by a link or the browser's history. */
export function useBlocker(
  isBlocked: (way: { currentLocation: Location; nextLocation: Location }) => boolean,
): Blocker {
  const router = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const mustStay = useStable(isBlocked)
  useEffect(
    () =>
      router.askBeforeLeaving(({ from, to, leave }) => {
        const isKept = mustStay({ currentLocation: from, nextLocation: to })
        if (isKept) setLeave(() => leave)
        return isKept
      }),
    [router, mustStay],
  )
  if (!leave) return { state: 'unblocked' }
  return {
    state: 'blocked',
    proceed() {
      setLeave(null)
      leave()
    },
    reset: () => setLeave(null),
  }
}
