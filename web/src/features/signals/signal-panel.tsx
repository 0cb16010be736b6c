import type { ReactNode } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { BacktestOnDemand, HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import { SignalPreviewPanel } from './signal-preview.tsx'
import type { PanelRequest } from './use-active-signal.ts'
import type { SignalAnswers } from './use-answers.ts'

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
  /** The id of the signal, or of the new one. */
  subject: string
  request: PanelRequest
  answers: SignalAnswers
  isSaved: boolean
}

/** The posts that a signal would catch, or what a change to it would gain and lose. */
export function SignalPanel({ request, ...rest }: SignalPanelProps) {
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  // Without a panel beside it each signal has its backtest in its own card.
  if (request.backtest) return hasPanelBeside && <BacktestOnDemand request={request.backtest} />
  return <SignalPreviewPanel {...rest} request={request} />
}
