import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { readSignalPlan as endpoint } from '@leadlight/contract/signal-help'
import { useState } from 'react'
import useSWR from 'swr'
import type { SWRResponse } from 'swr'
import { readSignalPlan } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { signalTextProblem } from './signal-changes.ts'
import { toWire, type BriefSettings } from './use-brief.ts'

const TYPING_PAUSE_MS = 350

type PlanReading = ReplyOf<typeof endpoint>

/** The plan read from the current sentence after a pause in typing; the former one stays meanwhile. */
export function useSignalPlan(
  projectId: string,
  text: string,
  settings: BriefSettings,
): SWRResponse<PlanReading, unknown> {
  const typed = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const notInterested = useDebouncedValue(settings.notInterested, TYPING_PAUSE_MS)
  const brief = { intent_signal: typed, ...toWire({ ...settings, notInterested }) }
  const key = signalTextProblem(typed) === null ? keys.signalPlan(projectId, brief) : null
  return useSWR<PlanReading, unknown>(key, () => call(readSignalPlan, { params: { projectId }, body: brief }), {
    keepPreviousData: true,
    revalidateIfStale: false,
  })
}

/** Has the configured model suggest changes to the plan. They only show until they are saved. */
export function usePlanByModel(
  projectId: string,
  { text, settings, onChange }: { text: string; settings: BriefSettings; onChange: (settings: BriefSettings) => void },
) {
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  async function ask() {
    setBusy(true)
    setNote(null)
    try {
      const body = { intent_signal: text.trim(), ...toWire(settings), by_model: true }
      const proposed = await call(readSignalPlan, { params: { projectId }, body })
      onChange({ ...settings, planEdits: proposed.plan_edits })
      setNote(proposed.note ?? (proposed.written_by && `Proposed by ${proposed.written_by}. Keep what you like.`))
    } catch (error) {
      setNote(`The model could not be asked. ${messageOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  return { busy, note, ask }
}
