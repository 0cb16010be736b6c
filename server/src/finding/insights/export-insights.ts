import { nameAnswerSteps, type InsightFigure } from '@leadlight/domain/insights'
import type { Actor } from '../../platform/actor.ts'
import { BYTE_ORDER_MARK, csvRows, type Cell } from '../../platform/csv.ts'
import {
  getAnswerTimes,
  getCoverage,
  getCreditInsights,
  getLeadsByDay,
  getNameInsights,
  getSignalInsights,
  type InsightRequest,
} from './get-insights.ts'
import type { InsightDependencies } from './insight-dependencies.ts'

type Tables = Record<
  InsightFigure,
  (deps: InsightDependencies, actor: Actor, request: InsightRequest) => Promise<Cell[][]>
>

/** One chart's table as CSV with a heading row. */
export async function exportInsights(
  deps: InsightDependencies,
  actor: Actor,
  { figure, ...request }: InsightRequest & { figure: InsightFigure },
): Promise<string> {
  return BYTE_ORDER_MARK + csvRows(await TABLES[figure](deps, actor, request))
}

const TABLES: Tables = {
  async leads(deps, actor, request) {
    const { days, leads, by_signal: bySignal, by_channel: byChannel } = await getLeadsByDay(deps, actor, request)
    const rows = (by: string, name: string, counts: readonly number[]) =>
      days.map((day, index): Cell[] => [day, by, name, counts[index] ?? 0])
    return [
      ['day', 'by', 'name', 'leads'],
      ...rows('all', '', leads.by_day),
      ...bySignal.flatMap(({ text, by_day: counts }) => rows('signal', text, counts)),
      ...byChannel.flatMap(({ name, by_day: counts }) => rows('channel', name, counts)),
    ]
  },
  async quality(deps, actor, request) {
    const signals = await getSignalInsights(deps, actor, request)
    return [
      [
        'signal',
        'good',
        'bad',
        'share_good',
        'low',
        'high',
        'audited',
        'missed',
        'share_found',
        'found_low',
        'found_high',
      ],
      ...signals.map(({ text, positive, negative, precision, audited, recall }): Cell[] =>
        [[text, positive, negative], sharesOf(precision), [audited, recall?.missed ?? null], sharesOf(recall)].flat(),
      ),
    ]
  },
  async coverage(deps, actor, request) {
    const { sources } = await getCoverage(deps, actor, request)
    return [
      ['source', 'blind_from', 'blind_to', 'outcome', 'recovered', 'reason'],
      ...sources.flatMap(({ name, blind }) =>
        blind.map(({ from, to, outcome, recovered, reason }): Cell[] => [name, from, to, outcome, recovered, reason]),
      ),
    ]
  },
  async answers(deps, actor, request) {
    const { steps, dismissed, waiting } = await getAnswerTimes(deps, actor, request)
    const names = nameAnswerSteps(steps)
    return [
      ['first_answer', 'leads'],
      ...steps.map(({ leads }, step): Cell[] => [names[step] ?? '', leads]),
      ['deleted without', dismissed],
      ['still waiting', waiting],
    ]
  },
  async credits(deps, actor, request) {
    const {
      by_signal: bySignal,
      finding,
      found,
      kept,
      per_kept_lead: perLead,
    } = await getCreditInsights(deps, actor, request)
    return [
      ['signal', 'credits_for_finding', 'leads_found', 'leads_not_deleted', 'credits_per_lead'],
      ['all', finding, found, kept, perLead],
      ...bySignal.map((one): Cell[] => [one.text, one.finding, one.found, one.kept, one.per_kept_lead]),
    ]
  },
  async names(deps, actor, request) {
    const { weeks, names } = await getNameInsights(deps, actor, request)
    return [
      ['from', 'to', 'name', 'stance', 'posts'],
      ...names.flatMap(({ text, by_week: posts, stances }) =>
        [{ stance: 'all', by_week: posts }, ...stances].flatMap((series) =>
          weeks.map(({ from, to }, week): Cell[] => [from, to, text, series.stance, series.by_week[week] ?? 0]),
        ),
      ),
    ]
  },
}

function sharesOf(measured: { share: number; low: number; high: number } | null): Cell[] {
  return measured === null ? [null, null, null] : [measured.share, measured.low, measured.high]
}
