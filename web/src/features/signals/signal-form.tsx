import type { IntentSignal } from '@leadlight/contract/signals'
import type { ReactNode } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { BacktestOnDemand, HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import { ReanalysisChoice } from './reanalysis-choice.tsx'
import { ReanalysisProgress } from './reanalysis-progress.tsx'
import { SignalFields } from './signal-fields.tsx'
import { useRefinement } from './signal-refinement.tsx'
import type { SignalCardState } from './use-signal-card.ts'

interface SignalFormProps {
  projectId: string
  signal: IntentSignal
  card: SignalCardState
  isActive: boolean
  isAlone?: boolean
  canWrite: boolean
  trailing?: ReactNode
  children?: ReactNode
}

/** A saved signal's fields: its words, days, budget and plan, with what a change would do where no panel is beside. */
export function SignalForm(props: SignalFormProps) {
  const { projectId, signal, card, isActive, isAlone = false, canWrite, trailing, children } = props
  const refinement = useRefinement(projectId, card.text)
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  return (
    <SignalFields
      projectId={projectId}
      label={`Signal: ${signal.intent_signal}`}
      text={card.text}
      settings={card.settings}
      onSettings={card.changeSettings}
      days={signal.search_days}
      budget={signal.search_budget}
      refinement={refinement}
      isActive={isActive}
      isAlone={isAlone}
      disabled={!canWrite}
      error={card.error}
      onText={card.change}
      onDays={card.changeDays}
      onBudget={(search_budget) => void card.save({ search_budget })}
      onActive={() => card.show()}
      onSubmit={() => !card.isQuoting && void card.saveBrief()}
      trailing={trailing}
    >
      {children}
      {card.tried && !hasPanelBeside && <BacktestOnDemand request={card.tried} />}
      {!card.isChanged && signal.last_search && (
        <ReanalysisProgress projectId={projectId} search={signal.last_search} canStop={canWrite} />
      )}
    </SignalFields>
  )
}

/** Saves or takes back what is changed. */
export function UnsavedChange({ card }: { card: SignalCardState }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* Saving waits for the price. */}
      <Button
        size="s"
        variant="primary"
        busy={card.busy}
        disabled={card.isQuoting}
        onClick={() => void card.saveBrief()}
      >
        Save
      </Button>
      <Button size="s" onClick={card.discard}>
        Undo changes
      </Button>
      {card.tried && (
        <ReanalysisChoice isChosen={card.reanalyze} backtesting={card.backtesting} onChoose={card.setReanalyze} />
      )}
    </div>
  )
}
