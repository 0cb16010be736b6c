import { SEARCH_DAYS_DEFAULT } from '@leadlight/domain/signals'
import { useState } from 'react'
import { findDraft, storeDraft } from '../../lib/draft.ts'
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

interface Period {
  chosen: number | null
  widened: number | null
}

/**
 * How far back a new signal is searched for: as somebody chose, or else as its preview widens the default. It survives
 * reloading, so that answers stay with the preview that they are about.
 */
export function useSearchPeriod(projectId: string, onActive: (request: PreviewRequest) => void) {
  const [{ chosen, widened }, setPeriod] = useState(() => findPeriod(projectId))
  function keep(next: Period) {
    setPeriod(next)
    storeDraft(draftName(projectId), JSON.stringify(next))
  }
  function takeWider(wider: PreviewRequest) {
    keep({ chosen, widened: wider.days })
    onActive(wider)
  }
  return {
    days: daysOf({ chosen, widened }),
    isChosen: chosen !== null,
    choose: (days: number) => keep({ chosen: days, widened }),
    show: (request: PreviewRequest) => onActive(chosen === null ? withOpenPeriod(request, takeWider) : request),
    /** For other words, which may be found within the default; returns their days. */
    startOver: (): number => {
      keep({ chosen, widened: null })
      return chosen ?? SEARCH_DAYS_DEFAULT
    },
  }
}

/** The unsaved period of a project's new signal, for its preview. */
export function draftedPeriod(projectId: string): Pick<PreviewRequest, 'days' | 'widenedFrom'> {
  const period = findPeriod(projectId)
  const isWidened = period.chosen === null && period.widened !== null
  return { days: daysOf(period), ...(isWidened && { widenedFrom: SEARCH_DAYS_DEFAULT }) }
}

function daysOf({ chosen, widened }: Period): number {
  return chosen ?? widened ?? SEARCH_DAYS_DEFAULT
}

function findPeriod(projectId: string): Period {
  const stored = findDraft(draftName(projectId))
  // This tab's own writing, by `keep` above.
  return stored === null ? { chosen: null, widened: null } : (JSON.parse(stored) as Period)
}

function draftName(projectId: string): string {
  return `signal-period:new:${projectId}`
}
