import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import type { InsightDependencies } from './insight-dependencies.ts'
import { readAnswerTimes } from './read-answer-times.ts'
import { readCoverage } from './read-coverage.ts'
import { readCreditInsights } from './read-credit-insights.ts'
import { readLeadsByDay } from './read-leads-by-day.ts'

const TOLD_MAX = 5

/** The figures of a time span in short, for a mail. */
export interface InsightsDigest {
  /** Leads found, and those of them that are not deleted. */
  found: number
  kept: number
  /** The top five each, most leads first. */
  bySignal: { id: string; text: string; leads: number }[]
  byChannel: { platform: string; name: string; leads: number }[]
  answered: number
  dismissed: number
  waiting: number
  /** The median time to a first answer; null where nothing was answered. */
  medianAnswerMs: number | null
  /** Credits spent in the project, and the cost of finding per lead kept; null where none was kept. */
  spent: number
  perKeptLead: number | null
  /** The five sources with the longest blind times, longest first. */
  blind: { name: string; blindMs: number; lostMs: number; isOpen: boolean }[]
  /** Where posts can be drawn at random: how many of them listening had met. Most drawn first, five at most. */
  captured: { name: string; drawn: number; share: number; low: number; high: number }[]
}

/**
 * Summarizes insights from one instant up to another. Runs in the caller's transaction, in the organization's scope.
 * The caller has checked who reads it; `isCoarse` is true for guests.
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
    captured: sources
      .flatMap(({ name, captured }) => (captured ? [{ name, ...captured }] : []))
      .toSorted((a, b) => b.drawn - a.drawn)
      .slice(0, TOLD_MAX),
  }
}
