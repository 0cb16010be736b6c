import { formatCount, formatDate } from '../../lib/format.ts'
import { dayBars } from './day-bars.ts'

const BARS_MAX = 60
/** Days at zero stay visible. */
const EMPTY_PERCENT = 4

/** Posts per day as small bars. The label summarizes them in words. */
export function DayChart({ perDay, label }: { perDay: readonly { day: string; caught: number }[]; label: string }) {
  const bars = dayBars(perDay, BARS_MAX)
  const highest = Math.max(1, ...bars.map((bar) => bar.count))
  return (
    <figure aria-label={label} className="flex h-11 items-end gap-[min(3px,0.5%)]">
      {bars.map((bar) => (
        <span
          key={bar.from}
          aria-hidden="true"
          title={`${bar.from === bar.to ? formatDate(bar.from) : `${formatDate(bar.from)} to ${formatDate(bar.to)}`}: ${formatCount(bar.count, 'post')}`}
          style={{ height: `${bar.count === 0 ? EMPTY_PERCENT : (bar.count / highest) * 100}%` }}
          className={
            bar.count === 0
              ? 'min-w-px flex-1 bg-line'
              : 'min-w-px flex-1 rounded-t-[2px] bg-mark shadow-[inset_0_1.5px_0_var(--mark-line)]'
          }
        />
      ))}
    </figure>
  )
}
