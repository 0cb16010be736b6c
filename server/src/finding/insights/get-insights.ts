import type {
  AnswerTimes,
  Coverage,
  CreditInsights,
  LeadsByDay,
  NameInsights,
  SignalInsight,
} from '@leadlight/contract/insights'
import { can } from '@leadlight/domain/roles'
import type { Actor, ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { InsightDependencies } from './insight-dependencies.ts'
import { readPeriod, type AskedPeriod, type Period } from './period.ts'
import { readAnswerTimes } from './read-answer-times.ts'
import { readCoverage } from './read-coverage.ts'
import { readCreditInsights } from './read-credit-insights.ts'
import { readLeadsByDay } from './read-leads-by-day.ts'
import { readNameInsights } from './read-name-insights.ts'
import { readSignalInsights } from './read-signal-insights.ts'

export interface InsightRequest extends AskedPeriod {
  projectId: string
}

/** How many leads were found on each day. */
export function getLeadsByDay(deps: InsightDependencies, actor: Actor, request: InsightRequest): Promise<LeadsByDay> {
  return read(deps, actor, request, (tx, ids, period) => readLeadsByDay(tx, deps, ids, period))
}

/** The precision of each signal, and how much it misses. */
export function getSignalInsights(
  deps: InsightDependencies,
  actor: Actor,
  request: InsightRequest,
): Promise<SignalInsight[]> {
  return read(deps, actor, request, (tx, ids, period) =>
    readSignalInsights(tx, ids, { ...period, now: deps.clock.now() }),
  )
}

/** When and where the project was blind. Whoever may not see its sources gets platforms only. */
export function getCoverage(deps: InsightDependencies, actor: Actor, request: InsightRequest): Promise<Coverage> {
  const isCoarse = !can(actor.role, 'source.read')
  return read(deps, actor, request, (tx, ids, period) =>
    readCoverage(tx, deps, ids, { ...period, now: deps.clock.now(), isCoarse }),
  )
}

/** How long first answers took. */
export function getAnswerTimes(deps: InsightDependencies, actor: Actor, request: InsightRequest): Promise<AnswerTimes> {
  return read(deps, actor, request, readAnswerTimes)
}

/** What finding leads cost. */
export function getCreditInsights(
  deps: InsightDependencies,
  actor: Actor,
  request: InsightRequest,
): Promise<CreditInsights> {
  return read(deps, actor, request, readCreditInsights)
}

/** How often watched names are named, how, and when unusually often. */
export function getNameInsights(
  deps: InsightDependencies,
  actor: Actor,
  request: InsightRequest,
): Promise<NameInsights> {
  return read(deps, actor, request, (tx, ids, { days }) =>
    readNameInsights(tx, ids, { days, timeZone: request.timeZone }),
  )
}

function read<Figure>(
  { db }: InsightDependencies,
  actor: Actor,
  { projectId, ...asked }: InsightRequest,
  figure: (tx: Tx, ids: ProjectIds, period: Period) => Promise<Figure>,
): Promise<Figure> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return figure(tx, { organizationId, projectId }, readPeriod(asked))
  })
}
