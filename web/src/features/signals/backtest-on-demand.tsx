import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BacktestRequest } from './use-backtest.ts'

const BacktestPanel = lazy(async () => ({ default: (await import('./backtest-panel.tsx')).BacktestPanel }))

/** From this width on, a panel is beside the signals, as in `SignalEditor`'s grid. */
export const HAS_PANEL_BESIDE = '(min-width: 80rem)'

/** The effect of a change; loaded once there is one. */
export function BacktestOnDemand({ request }: { request: BacktestRequest }) {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <BacktestPanel request={request} />
    </Suspense>
  )
}
