import type { SmartColumn } from '@leadlight/contract/columns'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Progress } from '../../ui/progress.tsx'

/** How far a column is: a bar while values are worked out, and in words what came of the others. */
export function ColumnProgress({ column }: { column: SmartColumn }) {
  const { waiting, done, needs_model: needsModel, failed } = column.progress
  const total = waiting + done + needsModel + failed
  const words = [
    waiting > 0 ? `${formatNumber(total - waiting)} of ${formatCount(total, 'lead')}` : formatCount(done, 'value'),
    needsModel > 0 && `${formatNumber(needsModel)} ${needsModel === 1 ? 'needs' : 'need'} a model`,
    failed > 0 && `${formatNumber(failed)} failed`,
  ].filter(Boolean)
  return (
    <div className="grid gap-1.5">
      {waiting > 0 && (
        <Progress
          label={`Progress of ${column.name}`}
          value={total - waiting}
          max={total}
          valueText={`${total - waiting} of ${total}`}
        />
      )}
      <p className="num text-s text-ink-3">{words.join(' · ')}</p>
    </div>
  )
}
