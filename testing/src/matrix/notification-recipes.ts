import type { Recipes } from './recipe.ts'

const inProject = { 'params.projectId': 'project' } as const

/** Calls about one's own mail settings. */
export const NOTIFICATION_RECIPES: Recipes = {
  getNotificationSettings: { positions: inProject },
  updateNotificationSettings: {
    positions: { ...inProject, 'body.intent_signals': 'signal' },
    send: ({ ids }) => ({ body: { frequency: 'hourly', intent_signals: [ids['body.intent_signals']] } }),
  },
  unsubscribe: {
    positions: { 'query.t': 'unsubscribeLink' },
    missing: { 'query.t': 400 },
    send: ({ ids }) => ({ query: { t: ids['query.t'] ?? '' } }),
  },
}
