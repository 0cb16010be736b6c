import type { Recipe, Recipes } from './recipe.ts'

const period = { from: '2026-10-20', to: '2026-11-20', time_zone: 'Europe/Berlin' }
const inPeriod: Recipe = { positions: { 'params.projectId': 'project' }, send: () => ({ query: period }) }

/** Calls about a project's figures. */
export const INSIGHT_RECIPES: Recipes = {
  getLeadsByDay: inPeriod,
  getSignalInsights: inPeriod,
  getCoverageInsights: inPeriod,
  getAnswerTimes: inPeriod,
  getCreditInsights: inPeriod,
  getThemes: [
    { positions: { 'params.projectId': 'project' } },
    { positions: { 'params.projectId': 'project' }, send: () => ({ query: { lens: 'asks' } }) },
  ],
  refreshThemes: { positions: { 'params.projectId': 'project' } },
  getNameInsights: inPeriod,
  exportInsights: { ...inPeriod, send: () => ({ query: { ...period, figure: 'coverage' } }) },
}
