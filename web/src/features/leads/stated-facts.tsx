import type { Lead } from '@leadlight/contract/leads'
import { formatDay, formatWholeMoney } from '../../lib/format.ts'

/** What a tender states apart from its words, in one line. */
export function StatedFacts({ facts }: Pick<Lead, 'facts'>) {
  if (!facts) return null
  const { deadline, budget } = facts
  return (
    <p className="mb-4 flex flex-wrap gap-x-2 text-s text-ink-2">
      {deadline && (
        <span>
          Deadline{' '}
          <time dateTime={deadline} className="num font-semibold text-ink">
            {formatDay(deadline)}
          </time>
        </span>
      )}
      {deadline && budget && <span aria-hidden="true">·</span>}
      {budget && (
        <span>
          Budget <span className="num font-semibold text-ink">{formatWholeMoney(budget.amount, budget.currency)}</span>
        </span>
      )}
    </p>
  )
}
