import { daysBetween, dayStarts } from '@leadlight/domain/days'
import { INSIGHT_DAYS_MAX } from '@leadlight/domain/insights'
import { invalidPart, type AppError } from '../../platform/errors.ts'

/** The days asked for, first and last included, in the time zone. */
export interface AskedPeriod {
  from: string
  to: string
  timeZone: string
}

export interface Period {
  days: string[]
  /** When each day begins, and last when the day after them begins. */
  starts: Date[]
  /** `from` is included, `to` is not. */
  from: Date
  to: Date
}

const YEARS = { first: '2000-01-01', last: '2100-12-31' }
const OUTSIDE = 'The days asked for must lie between 2000 and 2100.'

/** Resolves the days and their starts. Throws `period_invalid` where there are none or too many. */
export function readPeriod({ from, to, timeZone }: AskedPeriod): Period {
  if (from < YEARS.first) throw invalid('query.from', OUTSIDE)
  if (to > YEARS.last) throw invalid('query.to', OUTSIDE)
  const days = daysBetween(from, to)
  if (days.length === 0) throw invalid('query.to', 'The last day asked for comes before the first.')
  if (days.length > INSIGHT_DAYS_MAX)
    throw invalid('query.to', `At most ${INSIGHT_DAYS_MAX} days can be asked for at once.`)
  const starts = dayStarts(timeZone, days)
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) throw new Error('Days have no beginning')
  return { days, starts, from: first, to: last }
}

function invalid(path: string, detail: string): AppError {
  return invalidPart(path, 'period_invalid', detail)
}
