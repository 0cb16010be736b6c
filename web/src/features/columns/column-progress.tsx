import type { SmartColumn } from '@leadlight/contract/columns'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Progress } from '../../ui/progress.tsx'

/** A column's progress: a bar while values are computed, and the results in words. */
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
