import type { Made, Recipes } from './recipe.ts'

const oneLead = { 'params.projectId': 'project', 'params.id': 'lead' } as const

/** Calls about drafts; asked with a key, as the web asks, so that what is kept under keys is gone through too. */
export const DRAFT_RECIPES: Recipes = {
  draftMessage: {
    places: oneLead,
    send: ({ fresh }: Made) => ({ body: { message_type: 'reply' }, headers: { 'idempotency-key': fresh } }),
  },
  updateDraftDm: { places: oneLead, send: () => ({ body: { draft: 'We had that too.' } }) },
  updateDraftReply: { places: oneLead, send: () => ({ body: { draft: 'We had that too.' } }) },
}
