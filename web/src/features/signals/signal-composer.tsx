import type { PreviewAnswer } from '@leadlight/contract/preview-answers'
import type { IntentSignal } from '@leadlight/contract/signals'
import { SEARCH_DAYS_DEFAULT } from '@leadlight/domain/signals'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { signalTextProblem, useSignalChanges } from './signal-changes.ts'
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
  onAdded: (signal: IntentSignal) => void
  /** Left out where nothing is left by a button that saves first. */
  saveBeforeLeaving?: SaveBeforeLeaving | undefined
}

/** The form for a new signal. The input stays until it is added. */
export function SignalComposer(props: SignalComposerProps) {
  const { projectId, answers, isActive, onActive, onAdded, saveBeforeLeaving } = props
  const { create } = useSignalChanges(projectId)
  const draft = useBrief(`new:${projectId}`, { text: '', settings: EMPTY_BRIEF }, answers.clear)
  const refinement = useRefinement(projectId, draft.text)
  const [days, setDays] = useState(SEARCH_DAYS_DEFAULT)
  const [budget, setBudget] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function add(): Promise<boolean> {
    const problem = signalTextProblem(draft.text)
    setError(problem)
    if (problem) return false
    setBusy(true)
    try {
      const terms = { search_days: days, search_budget: budget, ...answersOf(answers) }
      const added = await create({ intent_signal: draft.text.trim(), ...toWire(draft.settings), ...terms })
      draft.clear()
      answers.clear()
      onAdded(added)
      return true
    } catch (failure) {
      setError(`The signal could not be saved. ${messageOf(failure)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  useSaveBeforeLeaving(saveBeforeLeaving, 'new', () => (draft.text.trim() === '' ? Promise.resolve(true) : add()))

  function change(text: string) {
    draft.setText(text)
    setError(null)
    onActive({ text, days, settings: draft.settings })
  }
  function changeSettings(next: BriefSettings) {
    draft.setSettings(next)
    onActive({ text: draft.text, days, settings: next })
  }
  return (
    <SignalFields
      projectId={projectId}
      label="New signal"
      placeholder="Whom do you look for? Sysadmins asking for a network monitoring tool"
      text={draft.text}
      days={days}
      budget={budget}
      refinement={refinement}
      isActive={isActive}
      disabled={false}
      error={error}
      onText={change}
      onDays={(next) => {
        setDays(next)
        onActive({ text: draft.text, days: next, settings: draft.settings })
      }}
      onBudget={setBudget}
      settings={draft.settings}
      onSettings={changeSettings}
      onActive={() => onActive({ text: draft.text, days, settings: draft.settings })}
      onSubmit={() => void add()}
      trailing={<AddButton busy={busy} disabled={draft.text.trim() === ''} onAdd={() => void add()} />}
    />
  )
}

/** Nothing is sent where nothing was answered. */
function answersOf({ isChanged, toWire }: SignalAnswers): { answers?: PreviewAnswer[] } {
  if (!isChanged) return {}
  return { answers: toWire().flatMap(({ post_id, fits }) => (fits === null ? [] : [{ post_id, fits }])) }
}

function AddButton({ busy, disabled, onAdd }: { busy: boolean; disabled: boolean; onAdd: () => void }) {
  return (
    <Button size="s" variant="primary" busy={busy} disabled={disabled} onClick={onAdd}>
      {!busy && <Plus aria-hidden="true" />}
      Add signal
    </Button>
  )
}
