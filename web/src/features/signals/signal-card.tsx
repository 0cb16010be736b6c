import type { IntentSignal } from '@leadlight/contract/signals'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BacktestOnDemand, HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import { ReanalysisChoice } from './reanalysis-choice.tsx'
import { ReanalysisProgress } from './reanalysis-progress.tsx'
import type { OpenPeriod } from './search-period.ts'
import { SignalFields } from './signal-fields.tsx'
import { SignalQuality } from './signal-quality.tsx'
import { SignalMonitoring } from './signal-monitoring.tsx'
import { useRefinement } from './signal-refinement.tsx'
import type { PanelRequest } from './use-active-signal.ts'
import type { SignalAnswers } from './use-answers.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useSignalCard } from './use-signal-card.ts'

interface SignalCardProps {
  projectId: string
  signal: IntentSignal
  answers: SignalAnswers
  isActive: boolean
  /** Whether it was just added, and comes into view. */
  isAdded: boolean
  canWrite: boolean
  onActive: (request: PanelRequest) => void
  /** Its period as long as it may be widened; undefined if somebody chose its own. */
  openPeriod: OpenPeriod | undefined
  onPeriodChosen: () => void
  onRemove: (signal: IntentSignal) => void
  saveBeforeLeaving: SaveBeforeLeaving
}

/**
 * A saved signal. New words are a draft until saved; days and budget apply at once. Posts are judged again only for a
 * price that was shown.
 */
export function SignalCard(props: SignalCardProps) {
  const { projectId, signal, isActive, isAdded, canWrite, onRemove } = props
  const card = useSignalCard(props)
  const refinement = useRefinement(projectId, card.text)
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  const root = useRef<HTMLDivElement>(null)
  const comesIntoView = isAdded && !hasPanelBeside
  useEffect(() => {
    // A suggestion stands below the preview, which would otherwise grow out of sight.
    if (comesIntoView) root.current?.scrollIntoView()
  }, [comesIntoView])
  return (
    <div ref={root} className="min-w-0 scroll-mt-4">
      <SignalFields
        projectId={projectId}
        saved={signal}
        label={`Signal: ${signal.intent_signal}`}
        text={card.text}
        settings={card.settings}
        onSettings={card.changeSettings}
        days={signal.search_days}
        budget={signal.search_budget}
        refinement={refinement}
        isActive={isActive}
        disabled={!canWrite}
        error={card.error}
        onText={card.change}
        onDays={card.changeDays}
        onBudget={(search_budget) => void card.save({ search_budget })}
        onActive={() => card.show()}
        onSubmit={() => !card.isQuoting && void card.saveBrief()}
        monitoring={<SignalMonitoring projectId={projectId} signal={signal} canWrite={canWrite} />}
        trailing={<Trailing leads={signal.lead_count} onRemove={canWrite ? () => onRemove(signal) : undefined} />}
      >
        {card.isChanged && (
          <Unsaved
            busy={card.busy}
            isQuoting={card.isQuoting}
            onSave={() => void card.saveBrief()}
            onDiscard={card.discard}
          >
            {card.tried && (
              <ReanalysisChoice isChosen={card.reanalyze} backtesting={card.backtesting} onChoose={card.setReanalyze} />
            )}
          </Unsaved>
        )}
        {card.tried && !hasPanelBeside && <BacktestOnDemand request={card.tried} />}
        <SignalQuality projectId={projectId} signal={signal} />
        {!card.isChanged && signal.last_search && (
          <ReanalysisProgress projectId={projectId} search={signal.last_search} canStop={canWrite} />
        )}
      </SignalFields>
    </div>
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

interface UnsavedProps {
  busy: boolean
  /** The price is being computed: saving waits for it. */
  isQuoting: boolean
  onSave: () => void
  onDiscard: () => void
  children: ReactNode
}

function Unsaved({ busy, isQuoting, onSave, onDiscard, children }: UnsavedProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-dashed border-line-strong pt-2.5">
      <Button size="s" variant="primary" busy={busy} disabled={isQuoting} onClick={onSave}>
        Save
      </Button>
      <Button size="s" onClick={onDiscard}>
        Undo changes
      </Button>
      {children}
    </div>
  )
}
