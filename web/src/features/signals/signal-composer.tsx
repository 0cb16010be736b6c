import type { PreviewAnswer } from '@leadlight/contract/preview-answers'
import type { IntentSignal } from '@leadlight/contract/signals'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import type { AnswerChange } from './send-without-missing.ts'
import { signalTextProblem, useSignalChanges } from './signal-changes.ts'
import { useSearchPeriod } from './search-period.ts'
import { SignalFields } from './signal-fields.tsx'
import { useRefinement } from './signal-refinement.tsx'
import { type BriefSettings, EMPTY_BRIEF, toWire, useBrief } from './use-brief.ts'
import type { PreviewRequest } from './use-signal-preview.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import type { SignalAnswers } from './use-answers.ts'
import { useSaveBeforeLeaving } from './use-save-before-leaving.ts'

interface SignalComposerProps {
  projectId: string
  answers: SignalAnswers
  isActive: boolean
  onActive: (request: PreviewRequest) => void
  /** Whether somebody chose its period; otherwise its preview may widen it. */
  onAdded: (signal: IntentSignal, isPeriodChosen: boolean) => void
  /** Left out where nothing is left by a button that saves first. */
  saveBeforeLeaving?: SaveBeforeLeaving | undefined
}

/** The form for a new signal. The input stays until it is added. */
export function SignalComposer(props: SignalComposerProps) {
  const { projectId, answers, isActive, onActive, onAdded, saveBeforeLeaving } = props
  const { create } = useSignalChanges(projectId)
  const draft = useBrief(`new:${projectId}`, { text: '', settings: EMPTY_BRIEF }, answers.clear)
  const refinement = useRefinement(projectId, draft.text)
  const period = useSearchPeriod(projectId, onActive)
  const [budget, setBudget] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function add(): Promise<boolean> {
    const problem = signalTextProblem(draft.text)
    setError(problem)
    if (problem) return false
    setBusy(true)
    try {
      const terms = { search_days: period.days, search_budget: budget }
      const words = { intent_signal: draft.text.trim(), ...toWire(draft.settings) }
      const added = await answers.save((changes) => create({ ...words, ...terms, ...answersOf(changes) }))
      draft.clear()
      period.startOver()
      onAdded(added, period.isChosen)
      return true
    } catch (failure) {
      setError(`The signal could not be saved. ${messageOf(failure)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  useSaveBeforeLeaving(saveBeforeLeaving, 'new', () => (draft.text.trim() === '' ? Promise.resolve(true) : add()))

  function show(change: Partial<PreviewRequest> = {}) {
    period.show({ text: draft.text, days: period.days, settings: draft.settings, ...change })
  }
  function change(text: string) {
    draft.setText(text)
    setError(null)
    show({ text, days: period.startOver() })
  }
  function changeSettings(next: BriefSettings) {
    draft.setSettings(next)
    show({ settings: next, days: period.startOver() })
  }
  return (
    <SignalFields
      projectId={projectId}
      label="New signal"
      placeholder="Whom do you look for? Sysadmins asking for a network monitoring tool"
      text={draft.text}
      days={period.days}
      budget={budget}
      refinement={refinement}
      isActive={isActive}
      disabled={false}
      error={error}
      onText={change}
      onDays={(days) => {
        period.choose(days)
        onActive({ text: draft.text, days, settings: draft.settings })
      }}
      onBudget={setBudget}
      settings={draft.settings}
      onSettings={changeSettings}
      onActive={() => show()}
      onSubmit={() => void add()}
      trailing={<AddButton busy={busy} disabled={draft.text.trim() === ''} onAdd={() => void add()} />}
    />
  )
}

/** Nothing is sent where nothing was answered. */
function answersOf(changes: readonly AnswerChange[]): { answers?: PreviewAnswer[] } {
  const answers = changes.flatMap(({ post_id, fits }) => (fits === null ? [] : [{ post_id, fits }]))
  return answers.length === 0 ? {} : { answers }
}

function AddButton({ busy, disabled, onAdd }: { busy: boolean; disabled: boolean; onAdd: () => void }) {
  return (
    <Button size="s" variant="primary" busy={busy} disabled={disabled} onClick={onAdd}>
      {!busy && <Plus aria-hidden="true" />}
      Add signal
    </Button>
  )
}
