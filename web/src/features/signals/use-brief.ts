import type { PlanEdits } from '@leadlight/contract/signal-plan'
import type { IntentSignal } from '@leadlight/contract/signals'
import { isPlanEdited, NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { useMemo } from 'react'
import { useDraft } from '../../lib/draft.ts'

/** What is said of a signal beside its sentence. */
export interface BriefSettings {
  notInterested: string
  planEdits: PlanEdits
}

export const EMPTY_BRIEF: BriefSettings = { notInterested: '', planEdits: NO_PLAN_EDITS }

export function settingsOf({ not_interested, plan_edits }: IntentSignal): BriefSettings {
  return { notInterested: not_interested, planEdits: plan_edits ?? NO_PLAN_EDITS }
}

/** A signal's sentence and what is said beside it, as typed and not saved yet. It survives errors and reloading. */
export function useBrief(name: string, saved: { text: string; settings: BriefSettings }) {
  const text = useDraft(`signal:${name}`, saved.text)
  const beside = useDraft(`signal-brief:${name}`, JSON.stringify(saved.settings))
  const settings = useMemo(() => readSettings(beside.value), [beside.value])
  return {
    text: text.value,
    settings,
    isReworded: text.isChanged,
    isChanged: text.isChanged || !isSameSettings(settings, saved.settings),
    setText: text.set,
    setSettings: (next: BriefSettings) => beside.set(JSON.stringify(next)),
    clear: () => {
      text.clear()
      beside.clear()
    },
  }
}

export type BriefDraft = ReturnType<typeof useBrief>

export function isSameSettings(a: BriefSettings, b: BriefSettings): boolean {
  return JSON.stringify(toChange(a)) === JSON.stringify(toChange(b))
}

/** As a call takes it. What was not said is left out. */
export function toWire({ notInterested, planEdits }: BriefSettings) {
  return {
    ...(notInterested.trim() !== '' && { not_interested: notInterested.trim() }),
    ...(isPlanEdited(planEdits) && { plan_edits: planEdits }),
  }
}

/** As a change of a saved signal: all of it, so that what was taken back is taken back there too. */
export function toChange({ notInterested, planEdits }: BriefSettings) {
  return { not_interested: notInterested.trim(), plan_edits: isPlanEdited(planEdits) ? planEdits : null }
}

/** What this tab keeps was written here; of an older version parts may be missing. */
function readSettings(json: string): BriefSettings {
  const kept = JSON.parse(json) as Partial<BriefSettings>
  return { notInterested: kept.notInterested ?? '', planEdits: { ...NO_PLAN_EDITS, ...kept.planEdits } }
}
