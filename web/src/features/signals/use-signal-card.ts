import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import type { AnswerChange } from './send-without-missing.ts'
import type { SignalUpdate } from './signal-changes.ts'
import { signalTextProblem, useSignalChanges } from './signal-changes.ts'
import { type OpenPeriod, withOpenPeriod } from './search-period.ts'
import type { PanelRequest } from './use-active-signal.ts'
import { type Backtesting, type BacktestRequest, useBacktest } from './use-backtest.ts'
import { isSameSettings, settingsOf, toChange, useBrief, type BriefSettings } from './use-brief.ts'
import type { SignalAnswers } from './use-answers.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useSaveBeforeLeaving } from './use-save-before-leaving.ts'

interface CardInput {
  projectId: string
  signal: IntentSignal
  answers: SignalAnswers
  onActive: (request: PanelRequest) => void
  /** Its period as long as it may be widened; left out if somebody chose its own. */
  openPeriod?: OpenPeriod | undefined
  onPeriodChosen?: () => void
  /** Left out where nothing is left by a button that saves first. */
  saveBeforeLeaving?: SaveBeforeLeaving | undefined
}

export type SignalCardState = ReturnType<typeof useSignalCard>

type TriedChange = Pick<BacktestRequest, 'text' | 'settings'>

/** The state of a saved signal's card: the typed change, its effect, and how to save it. */
export function useSignalCard({ projectId, signal, answers, saveBeforeLeaving, ...panel }: CardInput) {
  const draft = useBrief(signal.id, { text: signal.intent_signal, settings: settingsOf(signal) }, answers.clear)
  const { text, settings } = draft
  const [reanalyze, setReanalyze] = useState(true)
  const isChanged = draft.isChanged || answers.isChanged
  const saving = useSave(projectId, signal)
  const canReanalyze = signal.lead_count > 0 || signal.last_search !== null
  const toTry = (change: TriedChange) => ({ projectId, id: signal.id, ...change })
  const tried = draft.isChanged && canReanalyze ? toTry({ text, settings }) : null
  const backtesting = useBacktest(tried)
  const isWanted = draft.isChanged && canReanalyze && reanalyze
  const problem = draft.isChanged ? signalTextProblem(text) : null

  async function saveBrief(): Promise<boolean> {
    if (!isChanged) return true
    if (problem) return false
    const brief = draft.isChanged ? { intent_signal: text.trim(), ...toChange(settings) } : {}
    const isSaved = await saving.save(brief, { answers, reanalysisBudget: budgetOf(isWanted, backtesting) })
    if (isSaved) draft.clear()
    return isSaved
  }
  useSaveBeforeLeaving(saveBeforeLeaving, signal.id, saveBrief)

  function show(change: Partial<TriedChange & { days: number }> = {}, openPeriod = panel.openPeriod ?? null) {
    const request = { text, settings, days: signal.search_days, ...change }
    const isChange = request.text !== signal.intent_signal || !isSameSettings(request.settings, settingsOf(signal))
    const backtest = isChange && canReanalyze ? toTry({ text: request.text, settings: request.settings }) : undefined
    panel.onActive({ ...(openPeriod ? withOpenPeriod(request, openPeriod) : request), backtest })
  }
  function change(next: string) {
    draft.setText(next)
    show({ text: next })
  }
  function changeSettings(next: BriefSettings) {
    draft.setSettings(next)
    show({ settings: next })
  }
  function changeDays(next: number) {
    void saving.save({ search_days: next })
    panel.onPeriodChosen?.()
    show({ days: next }, null)
  }
  function discard() {
    draft.clear()
    answers.clear()
    show({ text: signal.intent_signal, settings: settingsOf(signal) })
  }
  return {
    text,
    settings,
    isChanged,
    ...saving,
    error: saving.error ?? problem,
    /** The change to backtest; null if there is none, or no posts to try it on. */
    tried,
    reanalyze,
    setReanalyze,
    backtesting,
    isQuoting: isWanted && backtesting.isWaiting,
    saveBrief,
    show,
    change,
    changeSettings,
    changeDays,
    discard,
  }
}

/** The budget of a reanalysis: the price shown. Undefined unless that is known and there is something to judge. */
function budgetOf(isWanted: boolean, { backtest }: Backtesting): number | undefined {
  return isWanted && backtest && backtest.seen > 0 ? backtest.credits : undefined
}

/** What is saved along with a signal's words. */
interface Along {
  answers?: SignalAnswers
  reanalysisBudget?: number | undefined
}

/** Nothing is sent where nothing was answered. */
function answersOf(changes: readonly AnswerChange[]): Pick<SignalUpdate, 'answers'> {
  return changes.length === 0 ? {} : { answers: [...changes] }
}

function useSave(projectId: string, signal: IntentSignal) {
  const { update } = useSignalChanges(projectId)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function save(values: SignalUpdate, along: Along = {}): Promise<boolean> {
    const { answers, reanalysisBudget } = along
    setBusy(true)
    setError(null)
    try {
      if (!answers) await update(signal.id, values)
      else await answers.save((changes) => update(signal.id, { ...values, ...answersOf(changes) }, reanalysisBudget))
      return true
    } catch (failure) {
      setError(`The signal could not be saved. ${messageOf(failure)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, save }
}
