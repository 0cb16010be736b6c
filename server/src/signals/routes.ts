import * as contract from '@leadlight/contract/signals'
import { listSearches } from '../matching/describe-search.ts'
import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import { previewSignal } from '../matching/preview-signal.ts'
import { recommendBudget, recommendMonitoringBudget } from '../matching/recommend-budget.ts'
import { serve, type App } from '../platform/http.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { createSignal } from './create-signal.ts'
import { deleteSignal } from './delete-signal.ts'
import { listSignals } from './list-signals.ts'
import { disableMonitoring, enableMonitoring } from './monitor-signal.ts'
import { quoteSignalReanalysis } from './quote-signal-reanalysis.ts'
import { runSignalSearch, stopSignalSearch } from './run-signal-search.ts'
import { updateSignal } from './update-signal.ts'

export function signalRoutes(app: App, deps: MatchingDependencies): void {
  serve(app, contract.listSearches, ({ actor, params }) =>
    deps.db.transaction(organizationScope(actor.organizationId), async (tx) => {
      await requireProject(tx, actor, params.projectId)
      return listSearches(tx, deps, actor.organizationId, params.projectId)
    }),
  )
  serve(app, contract.recommendSearchBudget, ({ actor, params, body, signal }) =>
    recommendBudget(deps, actor, { ...params, intentSignal: body.intent_signal, days: body.search_days, signal }),
  )
  serve(app, contract.recommendMonitoringBudget, ({ actor, params, body, signal }) =>
    recommendMonitoringBudget(deps, actor, { ...params, intentSignal: body.intent_signal, signal }),
  )
  serve(app, contract.enableMonitoring, ({ actor, params, body }) =>
    enableMonitoring(deps, actor, { ...params, monthlyCredits: body.monthly_credit_budget }),
  )
  serve(app, contract.disableMonitoring, ({ actor, params }) => disableMonitoring(deps, actor, params))
  serve(app, contract.previewSignal, ({ actor, params, body, signal }) =>
    previewSignal(deps, actor, { ...params, intentSignal: body.intent_signal, days: body.search_days, signal }),
  )
  serve(app, contract.listIntentSignals, ({ actor, params }) => listSignals(deps, actor, params.projectId))
  serve(app, contract.createIntentSignal, ({ actor, params, body }) =>
    createSignal(deps, actor, {
      projectId: params.projectId,
      intentSignal: body.intent_signal,
      searchDays: body.search_days,
      searchBudget: body.search_budget,
    }),
  )
  serve(app, contract.updateIntentSignal, ({ actor, params, body }) =>
    updateSignal(deps, actor, {
      ...params,
      intentSignal: body.intent_signal,
      doReanalyze: body.do_reanalyze,
      reanalysisBudget: body.reanalysis_budget,
      searchDays: body.search_days,
      searchBudget: body.search_budget,
    }),
  )
  serve(app, contract.quoteReanalysis, ({ actor, params }) => quoteSignalReanalysis(deps, actor, params))
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
