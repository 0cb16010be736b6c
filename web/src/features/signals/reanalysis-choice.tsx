import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Backtesting } from './use-backtest.ts'

interface ReanalysisChoiceProps {
  isChosen: boolean
  backtesting: Backtesting
  onChoose: (isChosen: boolean) => void
}

/** Whether to judge collected posts again with the change, with the price shown first. */
export function ReanalysisChoice({ isChosen, backtesting, onChoose }: ReanalysisChoiceProps) {
  const { backtest, error } = backtesting
  return (
    <div className="grid min-w-0 gap-0.5">
      <Checkbox className="text-s text-ink-2" checked={isChosen} onChange={(event) => onChoose(event.target.checked)}>
        Judge the posts of the last 30 days again
      </Checkbox>
      {isChosen && (
        <output className="num pl-6 text-s text-ink-3">
          {backtest && backtest.credits > 0 && (
            <b className="font-medium text-ink-2">At most {formatCount(backtest.credits, 'credit')}. </b>
          )}
          {backtest?.why ?? waitingWords(error)}
        </output>
      )}
    </div>
  )
}

function waitingWords(error: unknown): string {
  return error === undefined
    ? 'Trying it on collected posts…'
    : `What that takes is not known, so they are not judged again. ${messageOf(error)}`
}
