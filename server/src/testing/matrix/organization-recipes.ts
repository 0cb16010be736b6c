import { JOINED, type Recipes } from './recipe.ts'

/** Calls about an organization, its people, and the installation. */
export const ORGANIZATION_RECIPES: Recipes = {
  getOrganization: { answers: { outsider: 404 } },
  createOrganization: { caller: 'newcomer', answers: JOINED, send: () => ({ body: { name: 'New firm' } }) },
  getSubscription: {},
  getCredits: {},
  listAuditLog: [
    {},
    {
      places: { 'query.actor_id': 'person' },
      missing: { 'query.actor_id': 200 },
      send: ({ ids }) => ({ query: { actor_id: ids['query.actor_id'] ?? '' } }),
    },
  ],

  getInstance: {},
  getPage: { send: () => ({ params: { page: 'terms' } }) },
  sendFeedback: { send: () => ({ query: { feedback: 'More ovens' } }) },
}
