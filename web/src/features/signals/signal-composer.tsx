import type { IntentSignal } from '@leadlight/contract/signals'
import { SEARCH_DAYS_DEFAULT } from '@leadlight/domain/signals'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { signalTextProblem, useSignalChanges } from './signal-changes.ts'
import { SignalFields } from './signal-fields.tsx'
import { useRefinement } from './signal-refinement.tsx'
import type { PreviewAsked } from './use-signal-preview.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useSaveBeforeLeaving } from './use-save-before-leaving.ts'

interface SignalComposerProps {
  projectId: string
  isActive: boolean
  onActive: (asked: PreviewAsked) => void
  onAdded: (signal: IntentSignal) => void
  saveBeforeLeaving: SaveBeforeLeaving
}

/** Where a new signal is written. What is typed stays until it is added. */
export function SignalComposer({ projectId, isActive, onActive, onAdded, saveBeforeLeaving }: SignalComposerProps) {
  const { create } = useSignalChanges(projectId)
  const draft = useDraft(`signal:new:${projectId}`, '')
  const refinement = useRefinement(projectId, draft.value)
  const [days, setDays] = useState(SEARCH_DAYS_DEFAULT)
  const [budget, setBudget] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function add(): Promise<boolean> {
    const problem = signalTextProblem(draft.value)
    setError(problem)
    if (problem) return false
    setBusy(true)
    try {
      const added = await create({ intent_signal: draft.value.trim(), search_days: days, search_budget: budget })
      draft.clear()
      onAdded(added)
      return true
    } catch (failure) {
      setError(`The signal could not be saved. ${messageOf(failure)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  useSaveBeforeLeaving(saveBeforeLeaving, 'new', () => (draft.value.trim() === '' ? Promise.resolve(true) : add()))

  function change(text: string) {
    draft.set(text)
    setError(null)
    onActive({ text, days })
  }
  return (
    <SignalFields
      projectId={projectId}
      label="New signal"
      placeholder="Whom do you look for? Sysadmins asking for a network monitoring tool"
      text={draft.value}
      days={days}
      budget={budget}
      refinement={refinement}
      isActive={isActive}
      disabled={false}
      error={error}
      onText={change}
      onDays={(next) => {
        setDays(next)
        onActive({ text: draft.value, days: next })
      }}
      onBudget={setBudget}
      onActive={() => onActive({ text: draft.value, days })}
      onSubmit={() => void add()}
      trailing={
        <Button size="s" variant="primary" busy={busy} disabled={draft.value.trim() === ''} onClick={() => void add()}>
          {!busy && <Plus aria-hidden="true" />}
          Add signal
        </Button>
      }
    />
  )
}
