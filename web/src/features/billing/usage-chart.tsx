import type { Usage } from '@leadlight/contract/billing'
import { formatDate, formatNumber } from '../../lib/format.ts'

/** Days without spending still show where they stand. */
const EMPTY_PERCENT = 1.5

/** Credits by day as bars, oldest first. The label says in words what they come to; the table has each day. */
export function UsageChart({ days, label }: { days: Usage['by_day']; label: string }) {
  const highest = Math.max(0.001, ...days.map(({ credits }) => credits))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure aria-label={label} className="grid gap-1.5">
      <div aria-hidden="true" className="flex h-36 items-end gap-[min(4px,0.5%)] border-b">
        {days.map(({ day, credits }) => (
          <span
            key={day}
            title={`${formatDate(day)}: ${formatNumber(credits)}`}
            style={{ height: `${credits <= 0 ? EMPTY_PERCENT : Math.max(2, (credits / highest) * 100)}%` }}
            className={`min-w-px flex-1 rounded-t-[2px] ${credits <= 0 ? 'bg-line' : 'bg-mark shadow-[inset_0_1.5px_0_var(--mark-line)]'}`}
          />
        ))}
      </div>
      <figcaption aria-hidden="true" className="num flex justify-between text-xs text-ink-3">
        <span>{first && formatDate(first.day)}</span>
        <span>{last && formatDate(last.day)}</span>
      </figcaption>
    </figure>
  )
}
