import type { Tx } from '../../platform/db.ts'
import type { InsightDependencies, ProjectIds } from './insight-dependencies.ts'
import { readAnswerTimes } from './read-answer-times.ts'
import { readCoverage } from './read-coverage.ts'
import { readCreditInsights } from './read-credit-insights.ts'
import { readLeadsByDay } from './read-leads-by-day.ts'

const TOLD_MAX = 5

/** The figures of a stretch of time in short, as a mail tells them. */
export interface InsightsDigest {
  /** Leads found, and those of them that nobody has deleted. */
  found: number
  kept: number
  /** Most first, at most five each. */
  bySignal: { id: string; text: string; leads: number }[]
  byChannel: { platform: string; name: string; leads: number }[]
  answered: number
  dismissed: number
  waiting: number
  /** Of those answered, half took no longer; null where none was. */
  medianAnswerMs: number | null
  /** Credits spent in the project, and what finding came to for each lead kept; null where none was kept. */
  spent: number
  perKeptLead: number | null
  /** Places where nothing was heard for some of the time, the longest first, at most five. */
  blind: { name: string; blindMs: number; lostMs: number; isOpen: boolean }[]
}

/**
 * What the page of insights says of the time from one instant up to another, in short, inside the caller's transaction, which
 * must be of the organization's scope. Whom it is told to must be known to the caller; `isCoarse` where they are guests.
 */
export async function readInsightsDigest(
  tx: Tx,
  deps: Pick<InsightDependencies, 'channels' | 'clock'>,
  ids: ProjectIds,
  { from, to, isCoarse = false }: { from: Date; to: Date; isCoarse?: boolean },
): Promise<InsightsDigest> {
  const time = { from, to }
  const leads = await readLeadsByDay(tx, deps, ids, { ...time, days: [''], starts: [from, to] })
  const answers = await readAnswerTimes(tx, ids, time)
  const credits = await readCreditInsights(tx, ids, time)
  const { sources } = await readCoverage(tx, deps, ids, { ...time, now: deps.clock.now(), isCoarse })
  return {
    found: credits.found,
    kept: credits.kept,
    bySignal: leads.by_signal.slice(0, TOLD_MAX).map(({ id, text, total }) => ({ id, text, leads: total })),
    byChannel: leads.by_channel
      .slice(0, TOLD_MAX)
      .map(({ platform, name, total }) => ({ platform, name, leads: total })),
    answered: answers.answered,
    dismissed: answers.dismissed,
    waiting: answers.waiting,
    medianAnswerMs: answers.median_ms,
    spent: credits.total,
    perKeptLead: credits.per_kept_lead,
    blind: sources
      .filter(({ blind_ms: blindMs }) => blindMs > 0)
      .toSorted((a, b) => b.blind_ms - a.blind_ms)
      .slice(0, TOLD_MAX)
      .map(({ name, blind_ms: blindMs, lost_ms: lostMs, blind }) => {
        return { name, blindMs, lostMs, isOpen: blind.some(({ outcome }) => outcome === 'open') }
      }),
  }
}
