import * as asked from '@leadlight/contract/asked-searches'
import * as help from '@leadlight/contract/signal-help'
import * as contract from '@leadlight/contract/signals'
import type { PlanEdits } from '@leadlight/contract/signal-plan'
import { NO_PLAN_EDITS } from '@leadlight/domain/signal-plans'
import type { ProposingDependencies } from '../../ai/propose.ts'
import type { Brief } from '@leadlight/engine/plan/brief'
import { listSearches } from '../matching/describe-search.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'
import { forecastSignal } from '../matching/forecast-signal.ts'
import { previewSignal } from '../matching/preview-signal.ts'
import { readAskedSearches } from '../matching/read-asked-searches.ts'
import { recommendBudget, recommendMonitoringBudget } from '../matching/recommend-budget.ts'
import { searchFor } from '../../core/events/search-for.ts'
import { serve, type App } from '../../platform/http.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { backtestSignal } from './backtest-signal.ts'
import { createSignal } from './create-signal.ts'
import { deleteSignal } from './delete-signal.ts'
import type { GivenAnswer } from './judge-answers.ts'
import { listSignals } from './list-signals.ts'
import { listSignalSearches } from './list-signal-searches.ts'
import { disableMonitoring, enableMonitoring } from './monitor-signal.ts'
import { quoteSignalReanalysis } from './quote-signal-reanalysis.ts'
import { runSignalSearch, stopSignalSearch } from './run-signal-search.ts'
import { readSignalPlan } from './read-signal-plan.ts'
import { updateSignal, type BriefChange } from './update-signal.ts'

export function signalRoutes(app: App, deps: SearchingDependencies, proposing: ProposingDependencies): void {
  serve(app, contract.listSearches, ({ actor, params }) =>
    deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
      await requireProject(tx, actor, params.projectId)
      const searches = await listSearches(tx, deps, actor.organizationId, params.projectId)
      return searches.map((search) => searchFor(actor.role, search))
    }),
  )
  serve(app, asked.listSignalSearches, ({ actor, params }) => listSignalSearches(deps, actor, params))
  serve(app, asked.getAskedSearches, ({ actor, params }) => readAskedSearches(deps, actor, params))
  serve(app, contract.recommendSearchBudget, ({ actor, params, body, signal }) =>
    recommendBudget(deps, actor, { ...params, ...toBrief(body), days: body.search_days, signal }),
  )
  serve(app, contract.recommendMonitoringBudget, ({ actor, params, body, signal }) =>
    recommendMonitoringBudget(deps, actor, { ...params, ...toBrief(body), signal }),
  )
  serve(app, contract.enableMonitoring, ({ actor, params, body }) =>
    enableMonitoring(deps, actor, { ...params, monthlyCredits: body.monthly_credit_budget }),
  )
  serve(app, contract.disableMonitoring, ({ actor, params }) => disableMonitoring(deps, actor, params))
  serve(app, contract.previewSignal, ({ actor, params, body, signal }) =>
    previewSignal(deps, actor, { ...params, ...toBrief(body), days: body.search_days, signal }),
  )
  serve(app, help.forecastSignal, ({ actor, params, body, signal }) =>
    forecastSignal(deps, actor, { ...params, ...toBrief(body), days: body.search_days, signal }),
  )
  serve(app, contract.listIntentSignals, ({ actor, params }) => listSignals(deps, actor, params.projectId))
  serve(app, contract.createIntentSignal, ({ actor, params, body }) =>
    createSignal(deps, actor, {
      projectId: params.projectId,
      ...toBrief(body),
      searchDays: body.search_days,
      searchBudget: body.search_budget,
      answers: toAnswers(body.answers),
    }),
  )
  serve(app, contract.updateIntentSignal, ({ actor, params, body }) =>
    updateSignal(deps, actor, {
      ...params,
      ...toChange(body),
      doReanalyze: body.do_reanalyze,
      reanalyzeOver: body.reanalyze_over,
      reanalysisBudget: body.reanalysis_budget,
      searchDays: body.search_days,
      searchBudget: body.search_budget,
      answers: toAnswers(body.answers),
    }),
  )
  serve(app, contract.quoteReanalysis, ({ actor, params }) => quoteSignalReanalysis(deps, actor, params))
  serve(app, help.backtestSignal, ({ actor, params, body, signal }) =>
    backtestSignal(deps, actor, { ...params, change: toChange(body), signal }),
  )
  serve(app, help.readSignalPlan, ({ actor, params, body, signal }) =>
    readSignalPlan({ db: deps.db, proposing }, actor, {
      ...params,
      brief: toBrief(body),
      byModel: body.by_model,
      signal,
    }),
  )
  serve(app, contract.deleteIntentSignal, async ({ actor, params }) => {
    await deleteSignal(deps, actor, params)
    return undefined
  })
  serve(app, contract.runSearch, async ({ actor, params, idempotencyKey }) => {
    const { searchId } = await runSignalSearch(deps, actor, { ...params, idempotencyKey })
    return { search_id: searchId }
  })
  serve(app, contract.stopSearch, ({ actor, params }) => stopSignalSearch(deps, actor, params))
}

interface SentBrief {
  intent_signal: string
  not_interested: string
  plan_edits?: PlanEdits | undefined
}

function toBrief({ intent_signal, not_interested, plan_edits = NO_PLAN_EDITS }: SentBrief): Brief {
  return { kind: 'intent', intentSignal: intent_signal, notInterested: not_interested, planEdits: plan_edits }
}

interface SentChange {
  intent_signal: string
  not_interested?: string | undefined
  plan_edits?: PlanEdits | null | undefined
}

function toChange({ intent_signal, not_interested, plan_edits }: SentChange): BriefChange {
  return { intentSignal: intent_signal, notInterested: not_interested, planEdits: plan_edits }
}

function toAnswers(answers: readonly { post_id: string; fits: boolean | null }[] = []): GivenAnswer[] {
  return answers.map(({ post_id, fits }) => ({ postId: post_id, fits }))
}
