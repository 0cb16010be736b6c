import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { useMedia } from '../../lib/use-media.ts'
import { BacktestOnDemand, HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import { RemoveSignal } from './remove-signal.tsx'
import { SignalCard } from './signal-card.tsx'
import { SignalComposer } from './signal-composer.tsx'
import { SignalIdeas } from './signal-ideas.tsx'
import { SignalPreviewPanel } from './signal-preview.tsx'
import { NEW, useActiveSignal } from './use-active-signal.ts'
import { useMonitoringEvents } from './use-monitoring-events.ts'
import { useReanalyses } from './use-reanalyses.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useAnswers } from './use-answers.ts'

interface SignalEditorProps {
  projectId: string
  signals: readonly IntentSignal[]
  /** Changes with the sources that searches cover, so that the preview is made again. */
  reach: string
  /** Lets the surrounding screen save unsaved input before going on. */
  saveBeforeLeaving: SaveBeforeLeaving
}

/** All signals of a project for writing and editing, with suggestions, and the active one's preview beside or below. */
export function SignalEditor({ projectId, signals, reach, saveBeforeLeaving }: SignalEditorProps) {
  const canWrite = useCan('signal.write')
  useMonitoringEvents(projectId, signals)
  useReanalyses(projectId, signals)
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  const [removing, setRemoving] = useState<IntentSignal | null>(null)
  const answersOf = useAnswers(projectId)
  const { active, addedId, activate, showAdded, openPeriodOf, closePeriod } = useActiveSignal(projectId, signals)
  const shown = signals.find(({ id }) => id === active.id)
  return (
    <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_26.25rem] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-3">
        {signals.map((signal) => (
          <SignalCard
            key={signal.id}
            isAdded={signal.id === addedId}
            projectId={projectId}
            signal={signal}
            answers={answersOf(signal.id, signal.answers)}
            isActive={active.id === signal.id}
            canWrite={canWrite}
            onActive={activate(signal.id)}
            openPeriod={openPeriodOf(signal)}
            onPeriodChosen={() => closePeriod(signal.id)}
            onRemove={setRemoving}
            saveBeforeLeaving={saveBeforeLeaving}
          />
        ))}
        {canWrite && (
          <SignalComposer
            projectId={projectId}
            answers={answersOf(NEW, [])}
            isActive={active.id === NEW}
            onActive={activate(NEW)}
            onAdded={showAdded}
            saveBeforeLeaving={saveBeforeLeaving}
          />
        )}
      </div>
      <div className="min-w-0 xl:sticky xl:top-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        {active.request.backtest ? (
          // Without a side panel each signal has its backtest in its own card.
          hasPanelBeside && <BacktestOnDemand request={active.request.backtest} />
        ) : (
          <SignalPreviewPanel
            projectId={projectId}
            subject={active.id}
            request={{ ...active.request, reach }}
            answers={answersOf(active.id, shown?.answers ?? [])}
            isSaved={shown !== undefined}
          />
        )}
      </div>
      {canWrite && <SignalIdeas projectId={projectId} signals={signals} onAdded={showAdded} />}
      <RemoveSignal projectId={projectId} signal={removing} onClose={() => setRemoving(null)} />
    </div>
  )
}
