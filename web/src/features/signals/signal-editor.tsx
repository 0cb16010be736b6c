import type { IntentSignal } from '@leadlight/contract/signals'
import { SEARCH_DAYS_DEFAULT } from '@leadlight/domain/signals'
import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { findDraft } from '../../lib/draft.ts'
import { useMedia } from '../../lib/use-media.ts'
import { BacktestOnDemand, HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import { RemoveSignal } from './remove-signal.tsx'
import { SignalCard } from './signal-card.tsx'
import { SignalComposer } from './signal-composer.tsx'
import { SignalIdeas } from './signal-ideas.tsx'
import { SignalPreviewPanel } from './signal-preview.tsx'
import { useMonitoringEvents } from './use-monitoring-events.ts'
import { useReanalyses } from './use-reanalyses.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useAnswers } from './use-answers.ts'
import type { BacktestRequest } from './use-backtest.ts'
import { EMPTY_BRIEF, settingsOf } from './use-brief.ts'
import type { PreviewRequest } from './use-signal-preview.ts'

const NEW = 'new'

/** The signal in the side panel: its preview or, for a change, its backtest. */
export interface PanelRequest extends PreviewRequest {
  backtest?: BacktestRequest | undefined
}

interface SignalEditorProps {
  projectId: string
  signals: readonly IntentSignal[]
  /** Lets the surrounding screen save unsaved input before going on. */
  saveBeforeLeaving: SaveBeforeLeaving
}

/** All signals of a project for writing and editing, with suggestions, and the active one's preview beside or below. */
export function SignalEditor({ projectId, signals, saveBeforeLeaving }: SignalEditorProps) {
  const canWrite = useCan('signal.write')
  useMonitoringEvents(projectId, signals)
  useReanalyses(projectId, signals)
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  const [removing, setRemoving] = useState<IntentSignal | null>(null)
  const answersOf = useAnswers(projectId)
  const [active, setActive] = useState<Active>(() => startWith(projectId, signals))
  const shown = signals.find(({ id }) => id === active.id)
  function activate(id: string) {
    return (request: PanelRequest) => setActive({ id, request })
  }
  return (
    <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_26.25rem] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-3">
        {signals.map((signal) => (
          <SignalCard
            key={signal.id}
            projectId={projectId}
            signal={signal}
            answers={answersOf(signal.id, signal.answers)}
            isActive={active.id === signal.id}
            canWrite={canWrite}
            onActive={activate(signal.id)}
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
            onAdded={(signal) => setActive(of(signal))}
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
            request={active.request}
            answers={answersOf(active.id, shown?.answers ?? [])}
            isSaved={shown !== undefined}
          />
        )}
      </div>
      {canWrite && <SignalIdeas projectId={projectId} signals={signals} />}
      <RemoveSignal projectId={projectId} signal={removing} onClose={() => setRemoving(null)} />
    </div>
  )
}

interface Active {
  id: string
  request: PanelRequest
}

function of(signal: IntentSignal): Active {
  return {
    id: signal.id,
    request: { text: signal.intent_signal, days: signal.search_days, settings: settingsOf(signal) },
  }
}

/** The signal whose preview shows first: the oldest saved one, or else an unsaved new one. */
function startWith(projectId: string, signals: readonly IntentSignal[]): Active {
  const [first] = signals
  if (first) return of(first)
  return {
    id: NEW,
    request: { text: findDraft(`signal:new:${projectId}`) ?? '', days: SEARCH_DAYS_DEFAULT, settings: EMPTY_BRIEF },
  }
}
