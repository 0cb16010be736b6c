import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { contentOf, draftedPeriod, type OpenPeriod, withOpenPeriod } from './search-period.ts'
import { useSignalChanges } from './signal-changes.ts'
import type { BacktestRequest } from './use-backtest.ts'
import { draftedBrief, EMPTY_BRIEF, settingsOf } from './use-brief.ts'
import type { PreviewRequest } from './use-signal-preview.ts'

/** The id of the signal that is being written. */
export const NEW = 'new'

/** The signal in the side panel: its preview or, for a change, its backtest. */
export interface PanelRequest extends PreviewRequest {
  backtest?: BacktestRequest | undefined
}

interface Active {
  id: string
  request: PanelRequest
}

/**
 * The signal that the panel shows. One that was added here, without anybody choosing its period, has its days widened
 * and saved if the default ones hold nothing.
 */
export function useActiveSignal(projectId: string, signals: readonly IntentSignal[]) {
  const { update } = useSignalChanges(projectId)
  const [active, setActive] = useState<Active>(() => startWith(projectId, signals))
  const [open, setOpen] = useState<ReadonlyMap<string, string>>(new Map())
  const [addedId, setAddedId] = useState<string | null>(null)

  function widen({ id }: IntentSignal) {
    return (wider: PreviewRequest) => {
      setActive({ id, request: wider })
      setOpen((before) => new Map(before).set(id, contentOf(wider)))
      update(id, { search_days: wider.days }).catch((error: unknown) =>
        showToast({ kind: 'error', message: `The longer period was not saved. ${messageOf(error)}` }),
      )
    }
  }
  return {
    active,
    /** The signal that was added last. */
    addedId,
    activate: (id: string) => (request: PanelRequest) => setActive({ id, request }),
    /** Shows a signal that was just added. */
    showAdded: (signal: IntentSignal, isPeriodChosen = false) => {
      const request = { ...requestOf(signal), isAtOnce: true }
      setAddedId(signal.id)
      // The form for new signals widens before it adds.
      const period = { widenedFor: contentOf(request), onWidened: widen(signal) }
      setActive({ id: signal.id, request: isPeriodChosen ? request : withOpenPeriod(request, period) })
      if (!isPeriodChosen) setOpen((before) => new Map(before).set(signal.id, period.widenedFor))
    },
    /** The signal's period as long as it may be widened; undefined if somebody chose its own. */
    openPeriodOf: (signal: IntentSignal): OpenPeriod | undefined => {
      const widenedFor = open.get(signal.id)
      return widenedFor === undefined ? undefined : { widenedFor, onWidened: widen(signal) }
    },
    /** Somebody chose the signal's period. */
    closePeriod: (id: string) => setOpen((before) => new Map([...before].filter(([one]) => one !== id))),
  }
}

/** What the panel shows of a saved signal before anything is changed. */
function requestOf(signal: IntentSignal): PreviewRequest {
  return { text: signal.intent_signal, days: signal.search_days, settings: settingsOf(signal) }
}

/** The same with what was typed before the page was reloaded, so that answers given then are about its posts. */
export function requestAtFirst(signal: IntentSignal): PreviewRequest {
  const request = requestOf(signal)
  // Where there are posts to try a change on, it has a backtest instead, which asks nothing.
  const hasPreview = signal.lead_count === 0 && signal.last_search === null
  return hasPreview ? { ...request, ...draftedBrief(signal.id, request) } : request
}

/** What the panel shows of an unsaved new signal. */
export function requestOfDraft(projectId: string): PreviewRequest {
  const brief = draftedBrief(`new:${projectId}`, { text: '', settings: EMPTY_BRIEF })
  return { ...brief, ...draftedPeriod(projectId) }
}

/** The signal whose preview shows first: the oldest saved one, or else an unsaved new one. */
function startWith(projectId: string, signals: readonly IntentSignal[]): Active {
  const [first] = signals
  return first ? { id: first.id, request: requestAtFirst(first) } : { id: NEW, request: requestOfDraft(projectId) }
}
