import type { PlanEdits } from '@leadlight/contract/signal-plan'
import type { IntentSignal } from '@leadlight/contract/signals'
import { isPlanEdited, NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import { useMemo } from 'react'
import { findDraft, useDraft } from '../../lib/draft.ts'

/** A signal's fields besides its sentence. */
export interface BriefSettings {
  notInterested: string
  planEdits: PlanEdits
}

export const EMPTY_BRIEF: BriefSettings = { notInterested: '', planEdits: NO_PLAN_EDITS }

export function settingsOf({ not_interested, plan_edits }: IntentSignal): BriefSettings {
  return { notInterested: not_interested, planEdits: plan_edits ?? NO_PLAN_EDITS }
}

interface Words {
  text: string
  settings: BriefSettings
}

/**
 * A signal's unsaved sentence and other fields. They survive errors and reloading. What rests on the words that were there,
 * such as answers about their preview, is forgotten by `onChange`.
 */
export function useBrief(name: string, saved: Words, onChange: () => void) {
  const text = useDraft(textDraft(name), saved.text)
  const beside = useDraft(settingsDraft(name), JSON.stringify(saved.settings))
  const settings = useMemo(() => readSettings(beside.value), [beside.value])
  return {
    text: text.value,
    settings,
    isReworded: text.isChanged,
    isChanged: text.isChanged || !isSameSettings(settings, saved.settings),
    setText: (next: string) => {
      text.set(next)
      onChange()
    },
    setSettings: (next: BriefSettings) => {
      beside.set(JSON.stringify(next))
      onChange()
    },
    clear: () => {
      text.clear()
      beside.clear()
    },
  }
}

/** A signal's unsaved sentence and other fields as they are stored; what is saved of those that nobody changed. */
export function draftedBrief(name: string, { text, settings }: Words): Words {
  const stored = findDraft(settingsDraft(name))
  return { text: findDraft(textDraft(name)) ?? text, settings: stored === null ? settings : readSettings(stored) }
}

function textDraft(name: string): string {
  return `signal:${name}`
}

function settingsDraft(name: string): string {
  return `signal-brief:${name}`
}

export function isSameSettings(a: BriefSettings, b: BriefSettings): boolean {
  return JSON.stringify(toChange(a)) === JSON.stringify(toChange(b))
}

/** As a request body. Unset fields are left out. */
export function toWire({ notInterested, planEdits }: BriefSettings) {
  return {
    ...(notInterested.trim() !== '' && { not_interested: notInterested.trim() }),
    ...(isPlanEdited(planEdits) && { plan_edits: planEdits }),
  }
}

/** As an update of a saved signal: all fields, so that cleared ones are cleared there too. */
export function toChange({ notInterested, planEdits }: BriefSettings) {
  return { not_interested: notInterested.trim(), plan_edits: isPlanEdited(planEdits) ? planEdits : null }
}

/** Parses a draft from this tab; an older version's may lack parts. */
function readSettings(json: string): BriefSettings {
  const kept = JSON.parse(json) as Partial<BriefSettings>
  return { notInterested: kept.notInterested ?? '', planEdits: { ...NO_PLAN_EDITS, ...kept.planEdits } }
}
