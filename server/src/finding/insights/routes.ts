import * as contract from '@leadlight/contract/insights'
import { serve, serveResponse, type App } from '../../platform/http.ts'
import { exportInsights } from './export-insights.ts'
import {
  getAnswerTimes,
  getCoverage,
  getCreditInsights,
  getLeadsByDay,
  getNameInsights,
  getSignalInsights,
} from './get-insights.ts'
import type { InsightDependencies } from './insight-dependencies.ts'

/** Routes for a project's figures: what its signals find, miss and cost. */
export function insightRoutes(app: App, deps: InsightDependencies): void {
  serve(app, contract.getLeadsByDay, ({ actor, params, query }) => getLeadsByDay(deps, actor, toRequest(params, query)))
  serve(app, contract.getSignalInsights, async ({ actor, params, query }) => ({
    signals: await getSignalInsights(deps, actor, toRequest(params, query)),
  }))
  serve(app, contract.getCoverageInsights, ({ actor, params, query }) =>
    getCoverage(deps, actor, toRequest(params, query)),
  )
  serve(app, contract.getAnswerTimes, ({ actor, params, query }) =>
    getAnswerTimes(deps, actor, toRequest(params, query)),
  )
  serve(app, contract.getCreditInsights, ({ actor, params, query }) =>
    getCreditInsights(deps, actor, toRequest(params, query)),
  )
  serve(app, contract.getNameInsights, ({ actor, params, query }) =>
    getNameInsights(deps, actor, toRequest(params, query)),
  )
  serveResponse(app, contract.exportInsights, async ({ actor, params, query }) => {
    const { figure, ...period } = query
    const text = await exportInsights(deps, actor, { ...toRequest(params, period), figure })
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="Insights ${figure} ${query.from} to ${query.to}.csv"`,
      'cache-control': 'no-store',
    }
    return new Response(text, { headers })
  })
}

function toRequest({ projectId }: { projectId: string }, query: { from: string; to: string; time_zone: string }) {
  return { projectId, from: query.from, to: query.to, timeZone: query.time_zone }
}
