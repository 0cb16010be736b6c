import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BacktestRequest } from './use-backtest.ts'

const BacktestPanel = lazy(async () => ({ default: (await import('./backtest-panel.tsx')).BacktestPanel }))

/** From this width on a panel stands beside the signals, as the grid of `SignalEditor` has it. */
export const HAS_PANEL_BESIDE = '(min-width: 80rem)'

/** What a change would do; fetched once there is one. */
export function BacktestOnDemand({ asked }: { asked: BacktestRequest }) {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <BacktestPanel asked={asked} />
    </Suspense>
  )
}
