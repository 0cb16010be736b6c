import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const
const oneSignal = { ...inProject, 'params.id': 'signal' } as const

/** Calls about monitoring signals. */
export const MONITORING_RECIPES: Recipes = {
  recommendMonitoringBudget: {
    positions: inProject,
    send: () => ({ body: { intent_signal: 'bakers who need ovens' } }),
  },
  enableMonitoring: { positions: oneSignal, send: () => ({ body: { monthly_credit_budget: 10 } }) },
  disableMonitoring: { positions: { ...inProject, 'params.id': 'monitoredSignal' } },
  listCoverageGaps: { positions: inProject },
}
