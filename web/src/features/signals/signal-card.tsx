import type { IntentSignal } from '@leadlight/contract/signals'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReanalysisChoice } from './reanalysis-choice.tsx'
import { ReanalysisProgress } from './reanalysis-progress.tsx'
import type { SignalValues } from './signal-changes.ts'
import { signalTextProblem, useSignalChanges } from './signal-changes.ts'
import { SignalFields } from './signal-fields.tsx'
import { SignalQuality } from './signal-quality.tsx'
import { SignalMonitoring } from './signal-monitoring.tsx'
import { useRefinement } from './signal-refinement.tsx'
import type { PreviewAsked } from './use-signal-preview.ts'
import { useReanalysisQuote } from './use-reanalysis-quote.ts'
import type { Quoting } from './use-reanalysis-quote.ts'
import { useSaveBeforeLeaving } from './use-save-before-leaving.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'

interface SignalCardProps {
  projectId: string
  signal: IntentSignal
  isActive: boolean
  canWrite: boolean
  onActive: (asked: PreviewAsked) => void
  onRemove: (signal: IntentSignal) => void
  saveBeforeLeaving: SaveBeforeLeaving
}

/**
 * A saved signal. New words are kept as a draft until they are saved; days and budget take effect at once. Posts are judged
 * again only for a price that has been shown.
 */
export function SignalCard(props: SignalCardProps) {
  const { projectId, signal, isActive, canWrite, onActive, onRemove, saveBeforeLeaving } = props
  const draft = useDraft(`signal:${signal.id}`, signal.intent_signal)
  const refinement = useRefinement(projectId, draft.value)
  const [reanalyze, setReanalyze] = useState(true)
  const { error, busy, save } = useSave(projectId, signal)
  const hasLeads = signal.lead_count > 0
  const canReanalyze = hasLeads || signal.last_search !== null
  const isWanted = draft.isChanged && canReanalyze && reanalyze
  const quoting = useReanalysisQuote({ projectId, id: signal.id }, draft.value, isWanted)
  const isQuoting = isWanted && quoting.quote === undefined && quoting.error === undefined
  const days = signal.search_days
  const problem = draft.isChanged ? signalTextProblem(draft.value) : null

  async function saveText(): Promise<boolean> {
    if (!draft.isChanged) return true
    if (signalTextProblem(draft.value)) return false
    const isSaved = await save({ intent_signal: draft.value.trim() }, budgetOf(isWanted, quoting))
    if (isSaved) draft.clear()
    return isSaved
  }
  useSaveBeforeLeaving(saveBeforeLeaving, signal.id, saveText)

  function change(text: string) {
    draft.set(text)
    onActive({ text, days })
  }
  function changeDays(next: number) {
    void save({ intent_signal: signal.intent_signal, search_days: next })
    onActive({ text: draft.value, days: next })
  }
  return (
    <SignalFields
      projectId={projectId}
      label={`Signal: ${signal.intent_signal}`}
      text={draft.value}
      days={days}
      budget={signal.search_budget}
      refinement={refinement}
      isActive={isActive}
      disabled={!canWrite}
      error={error ?? problem}
      onText={change}
      onDays={changeDays}
      onBudget={(search_budget) => void save({ intent_signal: signal.intent_signal, search_budget })}
      onActive={() => onActive({ text: draft.value, days })}
      onSubmit={() => !isQuoting && void saveText()}
      trailing={<Trailing leads={signal.lead_count} onRemove={canWrite ? () => onRemove(signal) : undefined} />}
    >
      {draft.isChanged && (
        <Unsaved busy={busy} isQuoting={isQuoting} onSave={() => void saveText()} onForget={draft.clear}>
          {canReanalyze && <ReanalysisChoice isChosen={reanalyze} quoting={quoting} onChoose={setReanalyze} />}
        </Unsaved>
      )}
      <SignalMonitoring projectId={projectId} signal={signal} canWrite={canWrite} />
      <SignalQuality projectId={projectId} signal={signal} />
      {!draft.isChanged && signal.last_search && (
        <ReanalysisProgress projectId={projectId} search={signal.last_search} canStop={canWrite} />
      )}
    </SignalFields>
  )
}

function Trailing({ leads, onRemove }: { leads: number; onRemove: (() => void) | undefined }) {
  return (
    <>
      {leads > 0 && <Chip tone="good">{formatCount(leads, 'lead')}</Chip>}
      {onRemove && (
        <IconButton label="Delete this signal" size="s" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </>
  )
}

/** What judging again may cost: what was shown. Nothing is judged again unless that is known, and there is something to judge. */
function budgetOf(isWanted: boolean, { quote }: Quoting): number | undefined {
  return isWanted && quote && quote.posts > 0 ? quote.credits : undefined
}

interface UnsavedProps {
  busy: boolean
  /** Its price is being worked out: nothing is saved before it shows. */
  isQuoting: boolean
  onSave: () => void
  onForget: () => void
  children: ReactNode
}

function Unsaved({ busy, isQuoting, onSave, onForget, children }: UnsavedProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-dashed border-line-strong pt-2.5">
      <Button size="s" variant="primary" busy={busy} disabled={isQuoting} onClick={onSave}>
        Save
      </Button>
      <Button size="s" onClick={onForget}>
        Undo changes
      </Button>
      {children}
    </div>
  )
}

function useSave(projectId: string, signal: IntentSignal) {
  const { update } = useSignalChanges(projectId)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function save(values: SignalValues, reanalysisBudget?: number): Promise<boolean> {
    setBusy(true)
    setError(null)
    try {
      await update(signal.id, values, reanalysisBudget)
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
