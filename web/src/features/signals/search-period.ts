import { SEARCH_DAYS_DEFAULT } from '@leadlight/domain/signals'
import { useState } from 'react'
import type { PreviewRequest } from './use-signal-preview.ts'

/**
 * The request of a signal whose period nobody chose: the default one is widened where it holds nothing, and a widened
 * one says so.
 */
export function withOpenPeriod(request: PreviewRequest, onWidened: (widened: PreviewRequest) => void): PreviewRequest {
  if (request.days !== SEARCH_DAYS_DEFAULT) return { ...request, widenedFrom: SEARCH_DAYS_DEFAULT }
  return {
    ...request,
    onWiden: (days) => onWidened({ ...request, days, widenedFrom: request.days, isAtOnce: true }),
  }
}

/** How far back a new signal is searched for: as somebody chose, or else as its preview widens the default. */
export function useSearchPeriod(onActive: (request: PreviewRequest) => void) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [widened, setWidened] = useState<number | null>(null)
  function takeWider(wider: PreviewRequest) {
    setWidened(wider.days)
    onActive(wider)
  }
  return {
    days: chosen ?? widened ?? SEARCH_DAYS_DEFAULT,
    isChosen: chosen !== null,
    choose: setChosen,
    show: (request: PreviewRequest) => onActive(chosen === null ? withOpenPeriod(request, takeWider) : request),
    /** For other words, which may be found within the default; returns their days. */
    startOver: (): number => {
      setWidened(null)
      return chosen ?? SEARCH_DAYS_DEFAULT
    },
  }
}
