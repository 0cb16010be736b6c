import type { IntentSignal } from '@leadlight/contract/signals'
import { SEARCH_DAYS_DEFAULT } from '@leadlight/domain/signals'
import type { ReactNode } from 'react'
import { findDraft } from '../../lib/draft.ts'
import { useMedia } from '../../lib/use-media.ts'
import { BacktestOnDemand, HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import { SignalPreviewPanel } from './signal-preview.tsx'
import type { SignalAnswers } from './use-answers.ts'
import type { BacktestRequest } from './use-backtest.ts'
import { EMPTY_BRIEF, settingsOf } from './use-brief.ts'
import type { PreviewRequest } from './use-signal-preview.ts'

/** The signal in the side panel: its preview or, for a change, its backtest. */
export interface PanelRequest extends PreviewRequest {
  backtest?: BacktestRequest | undefined
}

/** What the panel shows of a saved signal before anything is changed. */
export function panelOf(signal: IntentSignal): PanelRequest {
  return { text: signal.intent_signal, days: signal.search_days, settings: settingsOf(signal) }
}

/** What the panel shows of an unsaved new signal. */
export function panelOfDraft(projectId: string): PanelRequest {
  const text = findDraft(`signal:new:${projectId}`) ?? ''
  return { text, days: SEARCH_DAYS_DEFAULT, settings: EMPTY_BRIEF }
}

interface BesidePanelProps {
  panel: ReactNode
  /** What comes after the panel where that is not beside. */
  below?: ReactNode
  children: ReactNode
}

/** What is written, with its panel beside it or, on small screens, below. */
export function BesidePanel({ panel, below, children }: BesidePanelProps) {
  return (
    <div className="grid items-start gap-x-6 gap-y-5 xl:grid-cols-[minmax(0,1fr)_26.25rem] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-3">{children}</div>
      <div className="min-w-0 xl:sticky xl:top-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">{panel}</div>
      {below}
    </div>
  )
}

interface SignalPanelProps {
  projectId: string
  request: PanelRequest
  answers: SignalAnswers
  isSaved: boolean
}

/** The posts that a signal would catch, or what a change to it would gain and lose. */
export function SignalPanel({ projectId, request, answers, isSaved }: SignalPanelProps) {
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  // Without a panel beside it each signal has its backtest in its own card.
  if (request.backtest) return hasPanelBeside && <BacktestOnDemand request={request.backtest} />
  return <SignalPreviewPanel projectId={projectId} request={request} answers={answers} isSaved={isSaved} />
}
